import { CLAIMS, type Claim } from '../lifecycle/finding.ts';

/** What a report has a line for: the claims that trust is kept of, and what every agent owes beside them. */
export const CAPABILITIES = [
  ...CLAIMS,
  'history',
  'list',
  'errors',
  'versions',
  'extensions',
  'interfaces',
  'wire',
  'card',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

const BY_FAMILY: Readonly<Record<string, Capability>> = {
  stream: 'stream.send',
  task: 'task',
  settle: 'task',
  resume: 'task',
  cancel: 'cancel',
  modes: 'inputModes',
  history: 'history',
  push: 'pushNotifications',
  list: 'list',
  error: 'errors',
  auth: 'securityRequirements',
  version: 'versions',
  extension: 'extensions',
  interface: 'interfaces',
  card: 'card',
};

/** Rules about how things are written, whatever they are about. */
const ABOUT_WIRE: ReadonlySet<string> = new Set([
  'stream/rpc-envelope',
  'stream/error-in-success',
  'stream/sse-quirk',
  'stream/unasked',
  'task/dialect-mix',
  'task/malformed',
]);

/** Which line of a report a finding belongs to. */
export function capabilityOf(rule: string, claim: Claim | undefined): Capability {
  if (claim !== undefined) return claim;
  if (ABOUT_WIRE.has(rule)) return 'wire';
  return BY_FAMILY[rule.slice(0, rule.indexOf('/'))] ?? 'wire';
}

import { CAPABILITIES } from './capability.ts';

/** Members of reports and events that hold words of our own: no agent has a say in them. */
const OWN: ReadonlySet<string> = new Set([
  'kind',
  'verdict',
  'code',
  'rule',
  'rules',
  'title',
  'severity',
  'certainty',
  'basis',
  'claim',
  'capability',
  'remedy',
  'id',
  'scenario',
  'alsoIn',
  'status',
  'observed',
  'operation',
  'channel',
  'method',
]);

/** Whether a member of a report or an event is in words of our own, so that nothing in it can be a credential. */
export function isOwnWord(member: string, value: unknown): boolean {
  if (OWN.has(member)) return true;
  // By this name agents and interfaces are called as well.
  return member === 'name' && CAPABILITIES.some((capability) => capability === value);
}

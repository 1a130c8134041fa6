import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { AgentCard } from '../../card/agent-card.ts';
import { discoverCard } from '../../card/discovery/discover-card.ts';
import type { Discovery } from '../../card/discovery/discovery.ts';
import { isWebUrl } from '../../card/discovery/obtain-card.ts';
import { parseCard } from '../../card/parse-card.ts';
import { readTrustedKeys } from '../../card/signature/trusted-keys.ts';
import { assumedCredentials } from '../../contract/assumed-credentials.ts';
import { readProfile } from '../../contract/file/read-profile.ts';
import { readTaskClass } from '../../contract/file/read-task-class.ts';
import { checkCardNegotiable } from '../../contract/negotiate.ts';
import type { Negotiation } from '../../contract/negotiation.ts';
import type { Profile } from '../../contract/profile.ts';
import type { TaskClass } from '../../contract/task-class.ts';
import { Secrets } from '../../http/secrets.ts';
import { lesser, type Severity } from '../../lifecycle/finding.ts';
import { asObject } from '../../protocol/json.ts';
import type { TrustView } from '../../trust/trust-view.ts';
import { credentialOf, underCredential } from '../../trust/under-credential.ts';
import { EXIT } from '../exit-code.ts';
import { readFileAs } from '../input-file.ts';
import type { Outlet, Streams } from '../terminal/outlet.ts';
import { safeJson } from '../terminal/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { checkJson } from './check-json.ts';
import { reportCheck } from './check-report.ts';
import { checkSarif } from './check-sarif.ts';
import { type CheckedFinding, findingsOf } from './checked-finding.ts';
import type { CheckRequest } from './request.ts';

/** What a check came to. */
export interface Checked {
  readonly request: CheckRequest;
  readonly discovery: Discovery;
  /** `undefined` where there is no card to negotiate over. */
  readonly negotiation: Negotiation | undefined;
  /** Of the card and of the negotiation, the gravest first. */
  readonly findings: readonly CheckedFinding[];
  readonly exitCode: number;
}

/**
 * Checks a card and tells what it means for a client and a kind of task.
 *
 * @returns the exit code
 * @throws UsageError if a file can't be read, or is not what it has to be
 */
export async function runCheck(request: CheckRequest, { out, err, input }: Streams): Promise<number> {
  const { profileFile, taskFile, keysFile, beforeFile } = request;
  const profile = profileFile === undefined ? undefined : await readFileAs(profileFile, readProfile);
  const task = taskFile === undefined ? {} : await readFileAs(taskFile, readTaskClass);
  const trusted = keysFile === undefined ? undefined : await readFileAs(keysFile, readTrustedKeys);
  const before = beforeFile === undefined ? undefined : await readFileAs(beforeFile, readEarlierCard);
  const { target, headers, headerOrigins, offline, allowPrivate } = request;
  const discovery = await discoverCard(target === '-' ? { text: await text(input), name: '-' } : target, {
    offline,
    allowPrivate,
    probe: !offline,
    ...(Object.keys(headers).length === 0 ? {} : { credentials: [{ origins: [target, ...headerOrigins], headers }] }),
    ...(profile === undefined ? {} : { signatures: profile.signatures }),
    ...(trusted === undefined ? {} : { trusted }),
    ...(before === undefined ? {} : { before: { value: before, since: 'earlier' } }),
  });
  if (discovery.text === undefined && !isWebUrl(target)) {
    throw new UsageError(`${target} ${discovery.attempts.at(-1)?.what ?? "can't be read"}.`);
  }
  const remembered = request.trustFile === undefined ? undefined : await remembers(request.trustFile, request, err);
  const negotiation = discovery.card && negotiate(discovery.card, discovery, profile, task, remembered);
  const findings = findingsOf(discovery, negotiation);
  const exitCode = exitCodeOf(discovery, negotiation, findings, request.failOn);
  // Neither what a card gives away nor what it repeats of ours is for everybody who reads this.
  const secrets = new Secrets([headers]);
  const checked: Checked = secrets.within({ request, discovery, negotiation, findings, exitCode }, isOwnWord);
  if (request.format === 'json') out.line(safeJson(checkJson(checked), 2));
  else if (request.format === 'sarif') out.line(safeJson(checkSarif(checked), 2));
  else reportCheck(checked, out);
  return exitCode;
}

function negotiate(
  card: AgentCard,
  { place, signatures, extended, interfaces }: Discovery,
  profile: Profile | undefined,
  task: Partial<TaskClass>,
  remembered: TrustView | undefined,
): Negotiation {
  const unreachable = interfaces
    .filter(({ result }) => result === 'unreachable' || result === 'missing')
    .map(({ interface: { url } }) => url);
  const unread = card.capabilities.extendedAgentCard === true && extended === undefined;
  const client = profile ?? { credentials: assumedCredentials(card) };
  // Pinned keys may have made the policy stricter.
  const strict = signatures === undefined ? client : { ...client, signatures: signatures.policy };
  return checkCardNegotiable(card, strict, task, remembered && { view: remembered, cardUrl: place }, {
    ...(signatures === undefined ? {} : { signature: signatures.verdict }),
    unreachable,
    ...(unread ? { unread: ['extended-card'] } : {}),
  });
}

/**
 * What a file remembers of agents, for whoever has these headers.
 *
 * @throws UsageError if there is no such file, or it can't be used
 */
async function remembers(file: string, { headers }: CheckRequest, err: Outlet): Promise<TrustView | undefined> {
  // To look is no reason to make a file.
  if (!existsSync(file)) {
    const hint = isWebUrl(file) ? ' Name the agent before --trust.' : '';
    throw new UsageError(`There is no ${file}, so nothing is remembered there.${hint}`);
  }
  // Loaded here: a check that goes by no memory doesn't wait for a database.
  const { openRemembered } = await import('../delegate/remembered.ts');
  await using trust = await openRemembered({ file }, err);
  return trust && underCredential(trust.cache, credentialOf(headers));
}

function exitCodeOf(
  { attempts, text: received }: Discovery,
  negotiation: Negotiation | undefined,
  findings: readonly CheckedFinding[],
  failOn: Severity,
): number {
  const fails = findings.some(({ severity }) => lesser(severity, failOn) === failOn);
  if (negotiation === undefined) {
    const last = attempts.at(-1)?.result;
    return received === undefined && (last === 'unreachable' || last === 'status') ? EXIT.unknown : EXIT.other;
  }
  if (fails || negotiation.decision === 'refuse') return EXIT.other;
  return negotiation.decision === 'defer' ? EXIT.unknown : EXIT.ok;
}

function readEarlierCard(content: string): unknown {
  const { value, fault } = parseCard(content);
  if (fault !== undefined) throw new UsageError(`it ${fault.what}.`);
  if (asObject(value) === undefined) throw new UsageError('it is no agent card.');
  return value;
}

const OWN: ReadonlySet<string> = new Set(['rule', 'severity', 'certainty', 'basis', 'effect', 'decision', 'bounds']);

/** Whether a member of what is told is in words of ours, so that nothing in it can be a credential. */
function isOwnWord(member: string): boolean {
  return OWN.has(member);
}

import { judgeCard } from '../card/discovery/judge-card.ts';
import { keySetFetcher } from '../card/discovery/key-set-fetcher.ts';
import { probeInterface } from '../card/discovery/probe-interface.ts';
import { fetchAgain, seekCard } from '../card/discovery/seek-card.ts';
import type { CardFinding } from '../card/finding.ts';
import type { EarlierCard } from '../card/lint/card-source.ts';
import { lintCard } from '../card/lint/lint-card.ts';
import { parseCard } from '../card/parse-card.ts';
import type { Credential } from '../http/credentials.ts';
import { asObject } from '../protocol/json.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { FoundInRun } from './run-scenario.ts';

/** How often a card is fetched again. */
const AGAIN = 2;

/** More interfaces than these are not asked. */
const MOST_INTERFACES = 16;

/** A rule that takes two fetches to show. */
const TAKES_TWO = 'card/unstable';

export interface CardInspection {
  /** As the audit was told it: the agent's base URL, or that of its card. */
  readonly target: string;
  readonly log: ExchangeLog;
  readonly credentials: readonly Credential[];
  readonly signal: AbortSignal;
}

/**
 * Looks at a card from all sides: where it is, whether it is the same each time, what its signatures are worth and what
 * its interfaces answer. Also tells what is wrong where there is none. Nothing is created at the agent.
 */
export async function inspectCard({
  target,
  log,
  credentials,
  signal,
}: CardInspection): Promise<readonly FoundInRun[]> {
  const [once, again] = [log.newCall(), log.newCall()];
  const sought = await seekCard(target, { http: log.clientFor(() => once), credentials, signal });
  const { served, attempts } = sought;
  const found = (findings: readonly CardFinding[]): readonly FoundInRun[] =>
    findings.map((finding) => asFound(finding, finding.rule === TAKES_TWO ? [once, again] : [once]));
  if (served === undefined) return found(lintCard({ attempts }));
  const http = log.clientFor(() => again);
  const { text, url, headers } = served;
  let before: EarlierCard | undefined;
  for (let fetch = 0; fetch < AGAIN; fetch++) {
    const other = await fetchAgain(url, { http, credentials, signal });
    if (other !== undefined && other !== text) before = { value: parseCard(other).value, since: 'moments' };
  }
  const source = { attempts, text, url, headers, ...(before === undefined ? {} : { before }) };
  const raw = asObject(served.value);
  if (raw === undefined) return found(lintCard(source));
  const verifying = { policy: undefined, cardUrl: url, trusted: undefined, fetchKeySet: keySetFetcher(http, signal) };
  const { findings } = await judgeCard(raw, source, verifying, ({ interfaces }) =>
    Promise.all(interfaces.slice(0, MOST_INTERFACES).map((one) => probeInterface(one, { http, credentials, signal }))),
  );
  return found(findings);
}

function asFound(finding: CardFinding, calls: readonly number[]): FoundInRun {
  const { rule, severity, certainty, basis, claim, because, pointer } = finding;
  const where = pointer === '' ? '' : ` (${pointer})`;
  return {
    finding: { rule, severity, certainty, basis, claim, taskId: undefined, because: `${because}${where}` },
    witness: [],
    calls,
  };
}

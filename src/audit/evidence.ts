import { seenWords } from '../judge/seen-words.ts';
import type { Observation } from '../protocol/observation.ts';
import { isTerminal } from '../protocol/task-state.ts';
import type { AuditEvidence, SeenStep } from './audit-report.ts';
import type { ExchangeLog, LoggedExchange } from './exchange-log.ts';
import type { FoundInRun } from './run-scenario.ts';

/** What shows a finding, as it is told: words for each thing seen, and the exchanges that it came by. */
export function evidenceOf({ witness, calls = [] }: FoundInRun, log: ExchangeLog, began: number): AuditEvidence {
  const exchanges = calls.flatMap((id) => log.of(id)).map((one) => relative(one, began));
  const places = new Map<number, number>();
  for (const { vantage } of witness) {
    if (places.has(vantage.id)) continue;
    const logged = log.of(vantage.id);
    if (logged.length === 0) continue;
    places.set(vantage.id, exchanges.length + logged.length - 1);
    exchanges.push(...logged.map((one) => relative(one, began)));
  }
  const steps = witness.map(
    (seen): SeenStep => ({
      atMs: Math.round(seen.received - began),
      askedMs: Math.round(seen.vantage.asked - began),
      operation: seen.vantage.operation,
      channel: seen.vantage.channel,
      says: seenWords(seen),
      exchange: places.get(seen.vantage.id),
    }),
  );
  return { steps, exchanges, contradiction: contradictionIn(witness) };
}

function relative(one: LoggedExchange, began: number): LoggedExchange {
  const { received } = one;
  return {
    ...one,
    asked: Math.round(one.asked - began),
    received: received === undefined ? undefined : Math.round(received - began),
  };
}

/** The last thing seen and the last before it that tells a state, where both tell of the same task's end. */
function contradictionIn(witness: readonly Observation[]): readonly [number, number] | undefined {
  const last = witness.length - 1;
  const end = stateOf(witness[last]);
  if (end === undefined) return undefined;
  for (let place = last - 1; place >= 0; place--) {
    const before = stateOf(witness[place]);
    if (before !== undefined && (isTerminal(before) || isTerminal(end))) return [place, last];
  }
  return undefined;
}

function stateOf(seen: Observation | undefined) {
  if (seen?.kind === 'task') return seen.task.state;
  return seen?.kind === 'status' ? seen.state : undefined;
}

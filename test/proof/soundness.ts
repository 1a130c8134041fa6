import assert from 'node:assert/strict';
import { shortestWitness } from '../../src/judge/witness.ts';
import type { Finding } from '../../src/lifecycle/finding.ts';
import { honestTrace } from './generate/honest/honest-trace.ts';
import { Random } from './generate/random.ts';
import { MonitorJudge } from './told-by-monitor.ts';
import { type PeerTrace, written } from './trace.ts';

/** What the text allows or leaves open, and is told all the same, as a fact about the agent and never as an error. */
const NOTED: ReadonlyMap<string, string> = new Map([
  ['settle/empty-completed', 'A task may complete without any result.'],
  ['settle/duplicate-artifacts', 'One result may stand under two ids.'],
  ['stream/output-in-status', 'The status message may tell the result.'],
  ['cancel/not-terminal', 'A cancel may be answered before it has come about.'],
  ['cancel/not-idempotent', 'Whether a second cancel is an error is open.'],
  ['cancel/terminal-accepted', 'A cancel that loses the race may be answered by the finished task.'],
  ['task/send-cut-off', 'A hop on the way may cut what waits.'],
  ['task/timestamp-regress', 'Clocks may run back.'],
  ['stream/late-refusal', 'No text says where a streaming call is refused.'],
  ['auth/foreign-task-visible', 'Users may share what they have.'],
  ['error/foreign-answer', 'A gateway may answer in the place of the agent.'],
]);

interface Extent {
  readonly traces: number;
  /** The first seed; each trace has one of its own. */
  readonly seed: number;
  /** Whether the agents also do what is told as a note. */
  readonly noted: boolean;
}

/**
 * Judges traces of agents that use the freedom of the specification. Fails where anything is told for certain or as an
 * error that isn't noted; says what was suspected.
 */
export function provesSound({ traces, seed, noted }: Extent): string {
  const monitor = new MonitorJudge();
  const suspected = new Map<string, number>();
  for (let at = seed; at < seed + traces; at++) {
    const trace = honestTrace(new Random(at), noted);
    for (const { finding } of monitor.findings(trace)) {
      if (isUnjust(finding, noted)) assert.fail(explain(at, trace, finding, monitor));
      suspected.set(finding.rule, (suspected.get(finding.rule) ?? 0) + 1);
    }
  }
  const told = [...suspected].sort(([, a], [, b]) => b - a).map(([rule, times]) => `${rule} ${times}`);
  return `of ${traces} honest traces, suspected or noted: ${told.join(', ')}`;
}

function isUnjust({ rule, certainty, severity }: Finding, noted: boolean): boolean {
  if (severity === 'error') return true;
  return certainty === 'certain' && !(noted && NOTED.has(rule));
}

function explain(seed: number, trace: PeerTrace, { rule, because }: Finding, monitor: MonitorJudge): string {
  const observations = shortestWitness(trace.observations, (part) =>
    monitor
      .findings({ ...trace, observations: part })
      .some(({ finding }) => finding.rule === rule && finding.certainty === 'certain'),
  );
  return `seed ${seed}: ${rule}: ${because}\nshown by\n${written({ ...trace, observations })}\nin\n${written(trace)}`;
}

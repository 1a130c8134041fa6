import assert from 'node:assert/strict';
import { shortestWitness } from '../../src/judge/witness.ts';
import type { Finding } from '../../src/lifecycle/finding.ts';
import { honestTrace } from './generate/honest/honest-trace.ts';
import { Random } from './generate/random.ts';
import { MonitorJudge } from './told-by-monitor.ts';
import { type PeerTrace, written } from './trace.ts';

interface Noted {
  /** The most that it may weigh: a rule may have heavier cases, and those are as unjust as any. */
  readonly most: 'warning' | 'note';
  /** Why an agent that keeps to the text may do it. */
  readonly why: string;
}

/**
 * What the text allows or leaves open, and is told for certain all the same, as a fact about the agent and never as an
 * error. Whoever adds a line has to let the honest agents do it: a line that none of them needs fails.
 */
const NOTED: Readonly<Record<string, Noted>> = {
  'settle/empty-completed': { most: 'note', why: 'A task may complete without any result: SHOULD, and no more (3.7).' },
  'settle/duplicate-artifacts': { most: 'note', why: 'Nothing says that two artifacts may not hold the same.' },
  'stream/output-in-status': { most: 'note', why: 'Messages SHOULD NOT hold the result (3.7), and may.' },
  'cancel/not-terminal': {
    most: 'warning',
    why: 'A cancel returns the updated task, in whatever state it is (3.1.5).',
  },
  'cancel/not-idempotent': { most: 'note', why: 'Whether a second cancel is an error: 3.1.5 and 3.3.1 differ.' },
  'cancel/terminal-accepted': {
    most: 'note',
    why: 'A cancel that lost the race returns the task as it ended (3.1.5).',
  },
  'task/send-cut-off': { most: 'warning', why: 'It is a hop on the way that gives up, not the agent.' },
  'task/timestamp-regress': {
    most: 'warning',
    why: 'A timestamp is when the status was recorded (4.1.2), by any clock.',
  },
  'stream/late-refusal': { most: 'note', why: 'Where a refusal goes that comes before a stream, no text says.' },
  'auth/foreign-task-visible': {
    most: 'warning',
    why: "Which callers share their tasks is the agent's to say (13.1).",
  },
  'error/foreign-answer': { most: 'note', why: 'It is a gateway that answers, not the agent.' },
};

interface Extent {
  readonly traces: number;
  /** The first seed; each trace has one of its own. */
  readonly seed: number;
  /** Whether the agents also do what is told as a note. */
  readonly noted: boolean;
}

/**
 * Judges traces of agents that use the freedom of the specification. Fails where anything is told for certain or as an
 * error that isn't noted, or where one of the notes was needed by none; says what was suspected.
 */
export function provesSound({ traces, seed, noted }: Extent): string {
  const monitor = new MonitorJudge();
  const suspected = new Map<string, number>();
  const certain = new Set<string>();
  for (let at = seed; at < seed + traces; at++) {
    const trace = honestTrace(new Random(at), noted);
    for (const { finding } of monitor.findings(trace)) {
      if (isUnjust(finding, noted)) assert.fail(explain(at, trace, finding, monitor));
      if (finding.certainty === 'certain') certain.add(finding.rule);
      suspected.set(finding.rule, (suspected.get(finding.rule) ?? 0) + 1);
    }
  }
  if (noted) assert.deepEqual([...certain].sort(), Object.keys(NOTED).sort(), 'what is noted is done');
  const told = [...suspected].sort(([, a], [, b]) => b - a).map(([rule, times]) => `${rule} ${times}`);
  return `of ${traces} honest traces, suspected or noted: ${told.join(', ')}`;
}

function isUnjust({ rule, certainty, severity }: Finding, noted: boolean): boolean {
  if (severity === 'error') return true;
  if (certainty !== 'certain') return false;
  const known = noted ? NOTED[rule] : undefined;
  return known === undefined || (known.most === 'note' && severity !== 'note');
}

function explain(seed: number, trace: PeerTrace, { rule, because }: Finding, monitor: MonitorJudge): string {
  const observations = shortestWitness(trace.observations, (part) =>
    monitor
      .findings({ ...trace, observations: part })
      .some(({ finding }) => finding.rule === rule && finding.certainty === 'certain'),
  );
  return `seed ${seed}: ${rule}: ${because}\nshown by\n${written({ ...trace, observations })}\nin\n${written(trace)}`;
}

import { contentDigest } from '../protocol/content-digest.ts';
import { isTerminal, type TerminalState } from '../protocol/task-state.ts';
import { conclude, orphanOf } from './conclude.ts';
import type { Course } from './course.ts';
import type { Outcome, StopReason } from './outcome.ts';

/** Looks that follow at once when one showed something else: what lasts is no old news. */
const MOST_CLOSE = 12;

export interface AftercareOptions {
  readonly course: Course;
  /** What the caller was told. */
  readonly outcome: Outcome;
  readonly stopped: StopReason | undefined;
  /** When the first look comes, and how long the task is looked at, in ms. */
  readonly firstMs: number;
  readonly forMs: number;
  /** The least time between two reads that settle something. */
  readonly gapMs: number;
  readonly clock: () => number;
  /** Reads the task; what comes of it has been seen when it resolves. */
  readonly read: () => Promise<void>;
  /** Sleeps; resolves to `false` when it was cut short, because nobody wants to know any more. */
  readonly sleep: (ms: number) => Promise<boolean>;
}

/** Whether an outcome rests on a settled task, which must not change any more. */
export function isSettled(outcome: Outcome): boolean {
  return 'digest' in outcome && outcome.digest !== undefined && outcome.confirmed;
}

/**
 * Looks at a settled task at a falling rate (D§4, invariant 5).
 *
 * @returns the outcome as it has to be told now, if the agent contradicts what was settled; else `undefined`
 */
export async function careAfter(options: AftercareOptions): Promise<Outcome | undefined> {
  const { clock, read, sleep, firstMs, forMs, gapMs } = options;
  const end = clock() + forMs;
  for (let wait = firstMs; clock() + wait <= end; wait *= 2) {
    if (!(await sleep(wait))) return undefined;
    for (let close = 0; close < MOST_CLOSE; close++) {
      await read();
      const revised = revisionOf(options);
      if (revised !== undefined) return revised;
      if (!looksOther(options)) break;
      if (!(await sleep(Math.max(gapMs, 1)))) return undefined;
    }
  }
  return undefined;
}

/** Whether the last read showed something else than what was settled. */
function looksOther({ course, outcome }: AftercareOptions): boolean {
  const { shown } = course.settlement.memory;
  if (shown === undefined || !('digest' in outcome)) return false;
  return shown.digest !== outcome.digest || shown.state !== outcome.task?.state;
}

function revisionOf({ course, outcome, stopped, clock }: AftercareOptions): Outcome | undefined {
  const verdict = course.settlement.verdict(clock());
  const before = 'task' in outcome ? outcome.task : undefined;
  if (before === undefined) return undefined;
  const { contradiction, run, shown } = course.settlement.memory;
  if (contradiction === 'state' && run === undefined && shown !== undefined) {
    const common = { findings: course.findings, ...(stopped === undefined ? {} : { stopped }) };
    const facts = {
      ...common,
      ok: false,
      confirmed: true,
      reported: undefined,
      task: course.facts.task ?? before,
    } as const;
    if (before.state !== 'canceled')
      return { ...facts, kind: 'flipped', ends: [before.state as TerminalState, shown.state] };
    return { ...facts, kind: 'orphaned', orphan: orphanOf(course, undefined) };
  }
  if (verdict.kind === 'contradicted' && verdict.by === 'state') return conclude(course, verdict, stopped);
  if (verdict.kind !== 'settled' || !isTerminal(verdict.task.state)) return undefined;
  if (!('digest' in outcome) || verdict.digest === outcome.digest) return undefined;
  const common = { findings: course.findings, ok: false, confirmed: true, reported: verdict.task.state } as const;
  if (before.state === 'canceled') {
    return { ...common, kind: 'orphaned', task: verdict.task, orphan: orphanOf(course, 'canceled') };
  }
  const versions = [before, verdict.task].map((task) => ({
    from: 'read' as const,
    digest: contentDigest(task.artifacts, task.statusMessage),
    task,
  }));
  return { ...common, kind: 'completed-disputed', task: verdict.task, digest: verdict.digest, versions };
}

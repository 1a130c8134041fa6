import type { StatusSeen, TaskSeen } from '../../../src/protocol/observation.ts';
import { isTerminal, type TaskState, type TerminalState } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { askedAt, before, type Course, receivedAt, seenAt } from './course.ts';
import { isOwn, namedState, stampAt } from './names.ts';
import { isOverlap, newestStamp, streamAt } from './streams.ts';

/** `concurrent`: older than something known, yet asked before that was received. */
export type Age = 'newer' | 'concurrent' | 'stale';

/**
 * How old a snapshot is that came as an answer. A terminal state always counts, and so does one never told before; else
 * it is old if an end was known, or a later time, or that the task had left `submitted`.
 */
export const ageOf = before((course, at): Age => {
  const seen = seenAt(course, at);
  if (seen.kind !== 'task' || seen.vantage.channel !== 'answer' || isTerminal(seen.task.state)) return 'newer';
  const { state } = seen.task;
  const end = endAt(course, at);
  const stamp = stampAt(course, at);
  const known = newestTime(course, at);
  const older = stamp !== undefined && known !== undefined && stamp < known;
  let since: number | undefined;
  if (end !== undefined) since = receivedAt(course, end);
  else if (older && wasTold(course, at, state) && !clockRanBack(course, at)) since = stateSince(course, at);
  else if (state === 'submitted' && hasBegun(course, at)) since = stateSince(course, at);
  if (since === undefined) return 'newer';
  return askedAt(course, at) > since ? 'stale' : 'concurrent';
});

/** Whether a state was told of the task by anything that isn't known to be old. */
const isHeard = before(
  (course, at): boolean =>
    isOwn(course, at) && namedState(seenAt(course, at)) !== undefined && ageOf(course, at) === 'newer',
);

export function wasTold(course: Course, at: number, state: TaskState): boolean {
  for (let k = 0; k < at; k++) if (namedState(seenAt(course, k)) === state && isHeard(course, k)) return true;
  return false;
}

/** The place where the first end was told. */
export const endAt = before((course, at): number | undefined => {
  for (let k = 0; k < at; k++) if (isTerminal(namedState(seenAt(course, k))) && isOwn(course, k)) return k;
  return undefined;
});

export function endSeen(course: Course, at: number): TaskSeen | StatusSeen | undefined {
  const end = endAt(course, at);
  return end === undefined ? undefined : (seenAt(course, end) as TaskSeen | StatusSeen);
}

export function endState(course: Course, at: number): TerminalState | undefined {
  const seen = endSeen(course, at);
  return seen === undefined ? undefined : (namedState(seen) as TerminalState);
}

/** Whether the task has left `submitted`. */
function hasBegun(course: Course, at: number): boolean {
  if (endAt(course, at) !== undefined) return true;
  return BEGUN.some((state) => wasTold(course, at, state));
}

const BEGUN = ['working', 'input-required', 'auth-required'] as const;

/** Whether an observation carries a time before that of a state told before it, by more than clocks may differ. */
export const runsBack = before((course, at): boolean => {
  const stamp = stampAt(course, at);
  if (stamp === undefined) return false;
  const stream = streamAt(course, at);
  if (stream !== undefined && !isOverlap(course, stream, at)) {
    const newest = newestStamp(course, stream, at);
    if (newest !== undefined && stamp + BOUNDS.clock < newest) return true;
  }
  if (!isTerminal(namedState(seenAt(course, at))) || endAt(course, at) !== undefined) return false;
  const known = newestTime(course, at);
  return known !== undefined && stamp + BOUNDS.clock < known;
});

const clockRanBack = before((course, at): boolean => {
  for (let k = 0; k < at; k++) if (isHeard(course, k) && runsBack(course, k)) return true;
  return false;
});

/** Whether an observation of the state counts as the newest: it is neither old, nor repeated, nor behind the end. */
const isCurrent = before((course, at): boolean => {
  if (!isHeard(course, at)) return false;
  const state = namedState(seenAt(course, at)) as TaskState;
  const stream = streamAt(course, at);
  // What a subscription repeats is no news. An event of an end shows that it has caught up.
  if (stream !== undefined && wasTold(course, at, state) && isOverlap(course, stream, at + 1)) return false;
  if (endAt(course, at) !== undefined) return false;
  if (isTerminal(state)) return true;
  const stamp = stampAt(course, at);
  const known = newestTime(course, at);
  return stamp === undefined || known === undefined || stamp >= known || clockRanBack(course, at + 1);
});

/** Whether it also tells the state: a task doesn't go back to `submitted`. */
const advances = before((course, at): boolean => {
  if (!isCurrent(course, at)) return false;
  const isBack = namedState(seenAt(course, at)) === 'submitted' && hasBegun(course, at);
  return !isBack || knownState(course, at) === 'submitted';
});

/** The newest state of the task. */
export const knownState = before((course, at): TaskState | undefined => {
  for (let k = at - 1; k >= 0; k--) if (advances(course, k)) return namedState(seenAt(course, k));
  return undefined;
});

/** When the newest state, or its newest time, was first told. */
export const stateSince = before((course, at): number => {
  for (let k = at - 1; k >= 0; k--) {
    const stamp = stampAt(course, k);
    const isNewTime = isCurrent(course, k) && stamp !== undefined && stamp !== newestTime(course, k);
    if (isNewTime || isMove(course, k)) return receivedAt(course, k);
  }
  return 0;
});

/** The time that came with the newest state. */
export const newestTime = before((course, at): number | undefined => {
  for (let k = at - 1; k >= 0; k--) {
    if (isCurrent(course, k) && stampAt(course, k) !== undefined) return stampAt(course, k);
  }
  return undefined;
});

/** Whether the state changes here. */
export const isMove = before(
  (course, at): boolean => advances(course, at) && namedState(seenAt(course, at)) !== knownState(course, at),
);

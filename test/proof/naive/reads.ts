import type { Part } from '../../../src/protocol/model.ts';
import type { TaskSeen } from '../../../src/protocol/observation.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { type Content, contentOf, isEmpty, NOTHING, sameContent } from './content.ts';
import { askedAt, before, type Course, receivedAt, seenAt } from './course.ts';
import { isOwn, taskId } from './names.ts';
import { sameFrame } from './streams.ts';
import { ageOf, endAt } from './told.ts';

/** Whether this is the answer to a read of this task. */
export function isRead(course: Course, at: number): boolean {
  const seen = seenAt(course, at);
  return seen.kind === 'task' && seen.vantage.operation === 'GetTask' && isOwn(course, at);
}

/** What a snapshot at a place holds. */
export const heldAt = before((course, at): Content => {
  const seen = seenAt(course, at);
  return seen.kind === 'task' ? contentOf(seen.task.artifacts) : NOTHING;
});

/** The reads before a place that aren't older than something known. */
export const readsBefore = before((course, at): readonly number[] => {
  const reads: number[] = [];
  for (let k = 0; k < at; k++) if (isRead(course, k) && ageOf(course, k) === 'newer') reads.push(k);
  return reads;
});

/** What a snapshot of a completed task says where it holds no artifacts. */
const wordsAt = before((course, at): readonly Part[] => {
  const seen = seenAt(course, at);
  if (seen.kind !== 'task' || seen.task.state !== 'completed' || !isEmpty(heldAt(course, at))) return [];
  return seen.task.statusMessage?.parts ?? [];
});

/** Whether two reads show one result: the same artifacts, or the same words in their place. */
export function sameResult(course: Course, a: number, b: number): boolean {
  return sameContent(heldAt(course, a), heldAt(course, b)) && sameWords(wordsAt(course, a), wordsAt(course, b));
}

/** Words that nobody can read are none. */
function sameWords(a: readonly Part[], b: readonly Part[]): boolean {
  return sameContent(new Map([['', a]]), new Map([['', b]]));
}

/** The newest of them. */
export function lastRead(course: Course, at: number): number | undefined {
  return readsBefore(course, at).at(-1);
}

export function lastReadSeen(course: Course, at: number): TaskSeen | undefined {
  const last = lastRead(course, at);
  return last === undefined ? undefined : (seenAt(course, last) as TaskSeen);
}

/** What the newest read shows the task to hold. */
export function lastHeld(course: Course, at: number): Content {
  const last = lastRead(course, at);
  return last === undefined ? NOTHING : heldAt(course, last);
}

/** Whether two reads tell the same in every respect. */
export function sameRead(course: Course, a: number, b: number): boolean {
  return sameFrame(seenAt(course, a), seenAt(course, b)) && sameContent(heldAt(course, a), heldAt(course, b));
}

/** Whether the newest read tells what the one before it told. */
export function isUnchanged(course: Course, at: number): boolean {
  const [last, beforeLast] = readsBefore(course, at).toReversed();
  return last !== undefined && beforeLast !== undefined && sameRead(course, last, beforeLast);
}

/** The first read that told an end. */
export const endRead = before((course, at): number | undefined =>
  readsBefore(course, at).find((k) => isTerminal((seenAt(course, k) as TaskSeen).task.state)),
);

/** Whether a read, or the answer to a send, that was received before a time had told the end of the task. */
export function endReadBy(course: Course, at: number, time: number): boolean {
  const read = endRead(course, at);
  if (read !== undefined && receivedAt(course, read) < time) return true;
  const end = endAt(course, at);
  if (end === undefined || seenAt(course, end).vantage.operation !== 'SendMessage') return false;
  return receivedAt(course, end) < time;
}

/** Reads, up to a place, that are older than something known: all since the end, or in a row where there is none. */
const staleRun = before((course, at): readonly number[] => {
  const run: number[] = [];
  const end = endAt(course, at);
  for (let k = 0; k < at; k++) {
    // What was old before there was an end doesn't contradict it.
    if (k === end) run.length = 0;
    if (!isRead(course, k)) continue;
    const age = ageOf(course, k);
    if (age === 'newer' && (end === undefined || k < end)) run.length = 0;
    else if (age === 'stale') run.push(k);
  }
  return run;
});

/** Whether this read is old, and the third or a later one in a row, over a time for which no replica lags. */
export function regressLasts(course: Course, at: number): boolean {
  if (ageOf(course, at) !== 'stale') return false;
  const run = staleRun(course, at);
  const [first] = run;
  return run.length >= 2 && first !== undefined && askedAt(course, at) - askedAt(course, first) >= BOUNDS.regress;
}

/** Answers in a row that there is no such task. */
export const notFoundRun = before((course, at): readonly number[] => {
  const run: number[] = [];
  for (let k = 0; k < at; k++) {
    const seen = seenAt(course, k);
    if (seen.vantage.operation !== 'GetTask') continue;
    if (seen.kind === 'task' && isOwn(course, k)) run.length = 0;
    if (isNotFound(course, k)) run.push(k);
  }
  return run;
});

/** Whether a read of this task was answered that there is none. */
export function isNotFound(course: Course, at: number): boolean {
  const seen = seenAt(course, at);
  if (seen.kind !== 'error' || seen.name !== 'TaskNotFound' || seen.vantage.operation !== 'GetTask') return false;
  const asked = seen.vantage.request.taskId;
  return asked === undefined || taskId(course, at) === undefined || asked === taskId(course, at);
}

/**
 * Whether this read settles the task: it tells the end that an earlier one told long enough ago, and so did all between
 * them, with one content.
 */
export const isSettling = before((course, at): boolean => {
  if (!isRead(course, at)) return false;
  const { state } = (seenAt(course, at) as TaskSeen).task;
  if (!isTerminal(state)) return false;
  let first: number | undefined;
  for (const k of readsBefore(course, at).toReversed()) {
    const same = (seenAt(course, k) as TaskSeen).task.state === state;
    if (!same || !sameResult(course, k, first ?? at)) break;
    first = k;
  }
  return first !== undefined && askedAt(course, at) - receivedAt(course, first) >= BOUNDS.settle;
});

/** Whether the task was settled before a place. */
export const wasSettled = before((course, at): boolean => {
  for (let k = 0; k < at; k++) if (isSettling(course, k)) return true;
  return false;
});

/** The oldest message that was shown by the first read, or answer to a send, which held all history. */
export function oldestShown(course: Course, place: number): string | undefined {
  for (let k = 0; k < place; k++) {
    const seen = seenAt(course, k);
    if (seen.kind !== 'task' || !isOwn(course, k) || ageOf(course, k) !== 'newer') continue;
    if (seen.vantage.operation !== 'GetTask' && seen.vantage.operation !== 'SendMessage') continue;
    const oldest = allHistory(seen) ? seen.task.history?.[0]?.messageId : undefined;
    if (oldest !== undefined) return oldest;
  }
  return undefined;
}

export function allHistory({ task: { history = [] }, vantage: { request } }: TaskSeen): boolean {
  return history.length > 0 && (request.historyLength === undefined || history.length < request.historyLength);
}

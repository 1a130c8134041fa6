import type { Part } from '../../../src/protocol/model.ts';
import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { begins, contentOf, differing, missing, sameContent, sameParts, textLength } from './content.ts';
import { askedAt, type Course } from './course.ts';
import { any, at, type Definitions, isV1 } from './definition.ts';
import { isForeign } from './names.ts';
import {
  endRead,
  heldAt,
  isNotFound,
  isRead,
  isSettling,
  lastRead,
  lastReadSeen,
  notFoundRun,
  regressLasts,
  sameResult,
  wasSettled,
} from './reads.ts';
import { neverStreamed, otherThanStreamed } from './stream-content.ts';
import { endAt, endSeen } from './told.ts';

/** The end of a task, as reads confirm it or don't. */
export const SETTLE: Definitions = {
  'settle/unstable-artifacts': at(['task'], (seen, course, place) => {
    const { state } = seen.task;
    if (!isRead(course, place) || !isTerminal(state) || state === 'canceled') return false;
    const last = lastRead(course, place);
    return last !== undefined && lastReadSeen(course, place)?.task.state === state && !sameResult(course, place, last);
  }),

  'settle/disputed': at(['task'], (seen, course, place) => {
    if (!isSettling(course, place) || seen.task.state !== 'completed') return false;
    if (wasAnsweredOtherwise(course, place)) return true;
    return neverStreamed(course, place).length > 0 || otherThanStreamed(course, place).length > 0;
  }),

  'settle/flips': any(
    at(['task'], (seen, course, place) => {
      if (!wasSettled(course, place) || isForeign(course, place)) return false;
      if (isTerminal(seen.task.state)) return seen.task.state !== lastReadSeen(course, place)?.task.state;
      return isRead(course, place) && regressLasts(course, place);
    }),
    at(['status'], (seen, course, place) => {
      if (!wasSettled(course, place) || isForeign(course, place) || !isTerminal(seen.state)) return false;
      return seen.state !== lastReadSeen(course, place)?.task.state;
    }),
  ),

  'settle/vanishes': any(
    at(['error'], (seen, course, place) => {
      if (!isNotFound(course, place) || endAt(course, place) === undefined) return undefined;
      const [first] = notFoundRun(course, place);
      if (first === undefined || endRead(course, place) !== undefined) return undefined;
      return seen.vantage.asked - askedAt(course, first) >= BOUNDS.settle ? 'suspected' : undefined;
    }),
    at(['task'], (_seen, course, place) => {
      if (!isRead(course, place) || endRead(course, place) === undefined) return undefined;
      return notFoundRun(course, place).length > 0 ? 'suspected' : undefined;
    }),
  ),

  'settle/empty-completed': at(['task'], (seen, course, place) => {
    const { state, artifacts = [], statusMessage } = seen.task;
    if (!isSettling(course, place) || state !== 'completed') return false;
    return [statusMessage?.parts ?? [], ...artifacts.map(({ parts }) => parts)].every(isBlank);
  }),

  'settle/duplicate-artifacts': at(['task'], (seen, course, place) => {
    if (!isRead(course, place) || !isTerminal(seen.task.state)) return false;
    const held = [...heldAt(course, place).values()];
    return held.some((one, i) => held.some((two, j) => i !== j && isCopy(one, two)));
  }),
};

/** Shorter texts are equal by chance. */
const TELLING = 8;

/** Whether one artifact is another, or its beginning. */
function isCopy(one: readonly Part[], two: readonly Part[]): boolean {
  const length = textLength(one);
  return length !== undefined && length >= TELLING && (sameParts(one, two) || begins(one, two));
}

function isBlank(parts: readonly Part[]): boolean {
  return parts.every(({ text }) => text !== undefined && text.trim() === '');
}

/**
 * Whether the answer to the send told the end with other artifacts than the task holds. Only the answer of a send that
 * waits has to hold all of them (1.0).
 */
function wasAnsweredOtherwise(course: Course, place: number): boolean {
  const end = endSeen(course, place);
  if (end?.kind !== 'task' || end.task.state !== 'completed' || end.vantage.operation !== 'SendMessage') return false;
  const [answered, held] = [contentOf(end.task.artifacts), heldAt(course, place)];
  if (differing(answered, held).length > 0 || missing(answered, held).length > 0) return true;
  return isV1(course.claims) && end.vantage.request.blocking !== false && !sameContent(answered, held);
}

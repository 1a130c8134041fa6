import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { contentOf, differing, missing, sameContent, textLength } from './content.ts';
import { askedAt, type Course, receivedAt, seenAt } from './course.ts';
import { any, at, type Definitions, isTransient, lacksRoute, operationIs } from './definition.ts';
import { isForeign } from './names.ts';
import {
  endRead,
  endReadBy,
  heldAt,
  isRead,
  lastHeld,
  lastRead,
  lastReadSeen,
  readsBefore,
  regressLasts,
} from './reads.ts';
import { signsBefore } from './signs.ts';
import { framesOf, isOpen, isOverlap, isRepeated, streamAt, streamState } from './streams.ts';
import { ageOf, endAt, endSeen, endState } from './told.ts';
import { cancelBefore } from './turns.ts';

/** What becomes of a cancel. */
export const CANCEL: Definitions = {
  'cancel/artifact-after': any(
    at(['artifact'], ({ lateMs = 0 }, course, place) => {
      const stream = streamAt(course, place);
      const end = endAt(course, place);
      if (stream === undefined || end === undefined || endState(course, place) !== 'canceled') return undefined;
      if (isForeign(course, place)) return undefined;
      const state = streamState(course, stream, place);
      if (state === 'canceled' && !isOverlap(course, stream, place))
        return isRepeated(course, place) ? undefined : 'certain';
      if (isTerminal(state)) return undefined;
      const late = receivedAt(course, place) - lateMs - receivedAt(course, end) > BOUNDS.grace;
      return late && isBeyondRead(course, place) ? 'certain' : 'suspected';
    }),
    at(['task'], (seen, course, place) => {
      if (!isRead(course, place) || seen.task.state !== 'canceled') return undefined;
      const held = heldAt(course, place);
      if (lastReadSeen(course, place)?.task.state === 'canceled')
        return sameContent(held, lastHeld(course, place)) ? undefined : 'certain';
      const end = endSeen(course, place);
      if (end?.kind !== 'task' || end.task.state !== 'canceled' || end.vantage.operation !== 'CancelTask')
        return undefined;
      if ((end.task.artifacts ?? []).length === 0) return undefined;
      const answered = contentOf(end.task.artifacts);
      if (differing(answered, held).length > 0) return 'certain';
      return missing(held, answered).length > 0 ? 'suspected' : undefined;
    }),
  ),

  'cancel/ignored': any(
    at(['task'], (_seen, course, place) => {
      if (!isIgnoringRead(course, place)) return undefined;
      return regressLasts(course, place) ? 'certain' : 'suspected';
    }),
    at(['status'], (seen, course, place) => {
      const cancel = cancelBefore(course, place);
      const stream = streamAt(course, place);
      if (cancel?.state !== 'canceled' || cancel.answered === undefined || stream === undefined) return undefined;
      if (isTerminal(seen.state) || isTerminal(streamState(course, stream, place)) || isForeign(course, place))
        return undefined;
      return seen.received - cancel.answered > BOUNDS.grace ? 'suspected' : undefined;
    }),
    at(['task'], (seen, course, place) => {
      const cancel = cancelBefore(course, place);
      const last = lastRead(course, place);
      if (!isRead(course, place) || !isAcceptedOnly(course, place) || cancel?.answered === undefined) return undefined;
      if (seen.task.state !== 'completed' && seen.task.state !== 'failed') return undefined;
      if (last === undefined || endRead(course, place) !== undefined || isTerminal(cancel.before)) return undefined;
      return askedAt(course, last) - cancel.answered > BOUNDS.runOn ? 'suspected' : undefined;
    }),
  ),

  'cancel/never-settles': any(
    at(['task'], (_seen, course, place) => isIgnoringRead(course, place) && regressLasts(course, place)),
    at(['task'], (seen, course, place) => {
      const cancel = cancelBefore(course, place);
      const last = lastRead(course, place);
      if (!isRead(course, place) || !isAcceptedOnly(course, place) || cancel?.answered === undefined) return undefined;
      if (isTerminal(seen.task.state) || ageOf(course, place) !== 'newer') return undefined;
      if (last === undefined || receivedAt(course, last) <= cancel.answered) return undefined;
      return askedAt(course, place) - cancel.answered >= BOUNDS.cancelEnd ? 'suspected' : undefined;
    }),
  ),

  'cancel/hangs': at(['silence'], (seen, course, place) => {
    const cancel = cancelBefore(course, place);
    if (!operationIs(seen, 'CancelTask') || cancel?.vantageId !== seen.vantage.id || cancel.answered !== undefined)
      return undefined;
    const heard = [...signsBefore(course, place), ...readsBefore(course, place).map((k) => receivedAt(course, k))];
    return heard.some((time) => time > cancel.asked) ? 'suspected' : undefined;
  }),

  'cancel/not-terminal': at(
    ['task'],
    (seen, course, place) =>
      operationIs(seen, 'CancelTask') && !isTerminal(seen.task.state) && !isForeign(course, place),
  ),

  'cancel/resurrected': any(
    at(['task'], (seen, course, place) => {
      if (endState(course, place) !== 'canceled' || seen.task.state === 'canceled' || isForeign(course, place))
        return false;
      if (isTerminal(seen.task.state)) return true;
      return isRead(course, place) && endRead(course, place) !== undefined && regressLasts(course, place);
    }),
    at(['status'], (seen, course, place) => {
      if (endState(course, place) !== 'canceled' || isForeign(course, place)) return false;
      return isTerminal(seen.state) && seen.state !== 'canceled';
    }),
  ),

  'cancel/wrong-error': any(
    at(['error'], (seen, course, place) => {
      if (!operationIs(seen, 'CancelTask') || !endReadBy(course, place, seen.vantage.asked)) return undefined;
      if (seen.name === 'InternalError' || seen.name === 'UnsupportedOperation') return 'suspected';
      return UNFIT.has(seen.name) ? 'certain' : undefined;
    }),
    at(['task'], (_seen, course, place) => {
      const cancel = cancelBefore(course, place);
      if (!isRead(course, place) || cancel?.error !== 'TaskNotFound' || cancel.answered === undefined) return undefined;
      return askedAt(course, place) > cancel.answered ? 'suspected' : undefined;
    }),
    at(['task'], (seen, course, place) => {
      const cancel = cancelBefore(course, place);
      if (!isRead(course, place) || cancel?.error !== 'InternalError' || cancel.answered === undefined)
        return undefined;
      if (!['completed', 'failed', 'rejected'].includes(seen.task.state)) return undefined;
      return askedAt(course, place) > cancel.answered ? 'suspected' : undefined;
    }),
  ),

  'cancel/not-idempotent': at(['error'], (seen, course, place) => {
    const cancel = cancelBefore(course, place);
    const end = endRead(course, place);
    if (!operationIs(seen, 'CancelTask') || end === undefined || lastReadSeen(course, place)?.task.state !== 'canceled')
      return false;
    if (receivedAt(course, end) >= seen.vantage.asked || cancel === undefined) return false;
    if (cancel.vantageId === seen.vantage.id || cancel.state !== 'canceled') return false;
    return seen.name !== 'TaskNotFound' && seen.name !== 'InternalError' && !isTransient(seen);
  }),

  'cancel/terminal-accepted': at(['task'], (seen, course, place) => {
    if (!operationIs(seen, 'CancelTask') || isForeign(course, place)) return false;
    const { state } = seen.task;
    const wasOver = endReadBy(course, place, seen.vantage.asked);
    const end = endState(course, place);
    if (state === 'canceled') return wasOver && end !== 'canceled';
    return wasOver ? end === state : isTerminal(state);
  }),

  'cancel/stream-not-told': any(
    at(['silence'], (seen, course, place) => {
      const stream = streamAt(course, place);
      const end = endRead(course, place);
      if (stream === undefined || end === undefined || lastReadSeen(course, place)?.task.state !== 'canceled')
        return undefined;
      if (!isOpen(course, stream, place) || isTerminal(streamState(course, stream, place))) return undefined;
      if (seen.bound.ms < BOUNDS.close) return undefined;
      return seen.received - receivedAt(course, end) >= BOUNDS.close ? 'suspected' : undefined;
    }),
    at(['close'], (seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || seen.by !== 'peer' || isTerminal(streamState(course, stream, place)))
        return undefined;
      if (framesOf(course, stream, place).length === 0) return undefined;
      return lastReadSeen(course, place)?.task.state === 'canceled' ? 'suspected' : undefined;
    }),
  ),

  'cancel/unsupported': any(
    at(['error'], (seen, course) => operationIs(seen, 'CancelTask') && lacksRoute(seen, course)),
    at(['task'], (seen, course, place) => {
      const cancel = cancelBefore(course, place);
      if (!isRead(course, place) || cancel?.answered === undefined || isTerminal(seen.task.state)) return undefined;
      if (cancel.error !== 'UnsupportedOperation' && cancel.error !== 'InternalError') return undefined;
      return ageOf(course, place) === 'newer' && askedAt(course, place) > cancel.answered ? 'suspected' : undefined;
    }),
  ),
};

/** Errors that say neither that the task is over, nor that it is gone, nor that nothing is ever cancelled here. */
const UNFIT: ReadonlySet<string> = new Set([
  'InvalidParams',
  'InvalidRequest',
  'InvalidAgentResponse',
  'ContentTypeNotSupported',
  'PushNotificationNotSupported',
  'ParseError',
]);

/** Whether the cancel was answered with canceled, and a read asked after that says otherwise, as all before it. */
function isIgnoringRead(course: Course, place: number): boolean {
  const seen = seenAt(course, place);
  if (seen.kind !== 'task' || !isRead(course, place) || isTerminal(seen.task.state)) return false;
  if (cancelBefore(course, place)?.state !== 'canceled' || endRead(course, place) !== undefined) return false;
  return ageOf(course, place) === 'stale';
}

/** Whether the cancel was answered with a task that isn't over. */
function isAcceptedOnly(course: Course, place: number): boolean {
  const state = cancelBefore(course, place)?.state;
  return state !== undefined && !isTerminal(state);
}

/** Whether a chunk is of an artifact that a read of the canceled task didn't hold. */
function isBeyondRead(course: Course, place: number): boolean {
  const seen = seenAt(course, place);
  if (seen.kind !== 'artifact' || lastReadSeen(course, place)?.task.state !== 'canceled') return false;
  const { artifactId, parts } = seen.artifact;
  if (textLength(parts) === 0) return false;
  return !lastHeld(course, place).has(artifactId);
}

import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { askedAt, type Course, receivedAt, seenAt } from './course.ts';
import { any, at, type Definitions, isActive, isHttp, lacksRoute, operationIs, RESULTS, where } from './definition.ts';
import { isOverdue, lagOf } from './lag.ts';
import { namedState, stampAt } from './names.ts';
import { isRead, isUnchanged, lastRead, lastReadSeen, sameRead } from './reads.ts';
import { signsBefore } from './signs.ts';
import { isFirstFrame } from './stream-frames.ts';
import {
  framesOf,
  hadError,
  isBirth,
  isOpen,
  isOpened,
  isSecond,
  lastFrameAt,
  onStream,
  streamAt,
  streamsBefore,
} from './streams.ts';
import { ageOf, endAt } from './told.ts';
import { cancelBefore, isFirstAnswer, turnBefore } from './turns.ts';

/** How streams are opened and left, and how they keep up with the task. */
export const STREAM_CALLS: Definitions = {
  'stream/refused': at(['error'], (seen, course, place) => {
    if (course.claims.streaming !== true || !operationIs(seen, 'SendStreamingMessage')) return undefined;
    if (!isFirstAnswer(course, place) || endAt(course, place) !== undefined) return undefined;
    if (lacksRoute(seen, course)) return 'certain';
    const isTurn = seen.vantage.request.taskId !== undefined;
    return seen.name === 'UnsupportedOperation' && !isTurn ? 'suspected' : undefined;
  }),

  'stream/undeclared': at(
    RESULTS,
    (seen, course, place) =>
      course.claims.streaming === false &&
      operationIs(seen, 'SendStreamingMessage', 'SubscribeToTask') &&
      isFirstAnswer(course, place),
  ),

  'stream/subscribe-unsupported': any(
    at(['error'], (seen, course, place) => {
      if (course.claims.streaming !== true || !operationIs(seen, 'SubscribeToTask')) return false;
      return isFirstAnswer(course, place) && endAt(course, place) === undefined && lacksRoute(seen, course);
    }),
    at(['task'], (_seen, course, place) => {
      if (!isLiveRead(course, place)) return undefined;
      const refused = refusedSubscriptions(course, place).some(
        (stream) => isRefusedAsUnsupported(course, stream, place) && !isSecond(course, stream),
      );
      return refused ? 'suspected' : undefined;
    }),
  ),

  'stream/subscribe-refused': at(['task'], (_seen, course, place) => {
    if (!isLiveRead(course, place)) return undefined;
    const refused = refusedSubscriptions(course, place).some(
      (stream) => !isRefusedAsUnsupported(course, stream, place) || isSecond(course, stream),
    );
    return refused ? 'suspected' : undefined;
  }),

  'stream/silent': any(
    at(['close'], (seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || seen.by === 'caller' || !operationIs(seen, 'SendStreamingMessage')) return undefined;
      if (!isFirstFrame(course, place) || !isOpened(course, stream, place) || hadError(course, stream, place))
        return undefined;
      return seen.by === 'peer' ? 'certain' : 'suspected';
    }),
    at(['silence'], (seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || !isOpen(course, stream, place)) return undefined;
      return isOverdue(course, stream, place, Math.min(BOUNDS.grace, seen.bound.ms / 2)) ? 'suspected' : undefined;
    }),
    at(['task'], (_seen, course, place) => {
      if (!isRead(course, place)) return undefined;
      const overdue = streamsBefore(course, place).some(
        (stream) => isOpen(course, stream, place) && isOverdue(course, stream, place, BOUNDS.silence),
      );
      return overdue ? 'suspected' : undefined;
    }),
  ),

  'stream/buffered': at(['status'], (seen, course, place) => {
    const stream = streamAt(course, place);
    if (stream === undefined || !isTerminal(seen.state)) return undefined;
    if (onStream(course, stream, place + 1).some((k) => seenAt(course, k).lateMs !== undefined)) return undefined;
    const read = lastReadSeen(course, place)?.task.state;
    const isOther = isTerminal(read) && read !== seen.state;
    const now = receivedAt(course, place);
    const { since, late } = lagOf(course, stream, place);
    const isLate = late
      ? now - lastFrameAt(course, stream, place) <= BOUNDS.burstEnd
      : since !== undefined && now - since > BOUNDS.held;
    if (isLate && !isOther) return 'suspected';
    return isBurst(course, stream, place) ? 'suspected' : undefined;
  }),

  'stream/close-kills-task': at(['task'], (seen, course, place) => {
    const left = leftAt(course, place);
    if (left === undefined || !isRead(course, place) || ageOf(course, place) !== 'newer') return undefined;
    if (
      askedAt(course, place) <= left ||
      cancelBefore(course, place) !== undefined ||
      endAt(course, place) !== undefined
    )
      return undefined;
    const now = receivedAt(course, place);
    const { state } = seen.task;
    if (state === 'canceled' || state === 'failed') return now - left <= BOUNDS.close ? 'suspected' : undefined;
    return isActive(state) && isFrozen(course, place, left) ? 'suspected' : undefined;
  }),

  'stream/not-sse': where(
    isHttp,
    any(
      at(['defect'], (seen) => seen.defect === 'not-sse'),
      at(['failure'], (seen, course, place) => {
        const stream = streamAt(course, place);
        return seen.reason === 'unreadable' && stream !== undefined && !isOpened(course, stream, place);
      }),
    ),
  ),
  'stream/rpc-envelope': where(
    ({ binding }) => binding === 'JSONRPC',
    at(['defect'], (seen) => seen.defect === 'envelope'),
  ),
  'stream/error-in-success': at(['defect'], (seen) => seen.defect === 'error-in-success'),
  'stream/unasked': where(
    isHttp,
    at(['defect'], (seen) => seen.defect === 'unasked-stream'),
  ),
  'stream/sse-quirk': where(
    isHttp,
    at(
      ['defect'],
      (seen, course, place) =>
        streamAt(course, place) !== undefined &&
        ['control-character', 'empty-frame', 'encoding', 'unfinished-frame'].includes(seen.defect),
    ),
  ),
};

function isLiveRead(course: Course, place: number): boolean {
  const seen = seenAt(course, place);
  if (course.claims.streaming !== true || !isRead(course, place) || isTerminal(namedState(seen))) return false;
  return ageOf(course, place) === 'newer';
}

/** Subscriptions that were refused, before a read was asked, by an error that is about the subscription. */
function refusedSubscriptions(course: Course, place: number): readonly number[] {
  return streamsBefore(course, place).filter((stream) => {
    if (!operationIs(seenAt(course, stream), 'SubscribeToTask')) return false;
    if (framesOf(course, stream, place).length > 0) return false;
    const refusal = refusalOf(course, stream, place);
    return refusal !== undefined && receivedAt(course, refusal) < askedAt(course, place);
  });
}

function refusalOf(course: Course, stream: number, place: number): number | undefined {
  const last = onStream(course, stream, place).findLast((k) => seenAt(course, k).kind === 'error');
  const seen = last === undefined ? undefined : seenAt(course, last);
  if (seen?.kind !== 'error' || seen.name === 'Unauthenticated') return undefined;
  return seen.name === 'other' && seen.httpStatus >= 429 ? undefined : last;
}

function isRefusedAsUnsupported(course: Course, stream: number, place: number): boolean {
  return onStream(course, stream, place).some((k) => {
    const seen = seenAt(course, k);
    if (seen.kind !== 'error') return false;
    const bare = seen.name === 'TaskNotFound' && seen.reason === undefined && !isOpened(course, stream, k);
    return (
      (bare && course.claims.binding === 'HTTP+JSON') ||
      seen.name === 'UnsupportedOperation' ||
      seen.name === 'MethodNotFound'
    );
  });
}

/** Whether the events of a stream came at once, at its end, and are far apart by the peer's own clock. */
function isBurst(course: Course, stream: number, place: number): boolean {
  const frames = framesOf(course, stream, place);
  const [, second] = frames;
  const stamp = stampAt(course, place);
  if (second === undefined || stamp === undefined || !isBirth(course, stream)) return false;
  if (receivedAt(course, place) - receivedAt(course, second) > BOUNDS.burst) return false;
  const first = frames.slice(1).find((k) => stampAt(course, k) !== undefined);
  if (first === undefined) return false;
  const spread = stamp - (stampAt(course, first) as number);
  return spread >= BOUNDS.held && receivedAt(course, place) - askedAt(course, stream) >= spread;
}

/** When the last open stream of a running task was left by us or by the network, if no message was sent since. */
function leftAt(course: Course, place: number): number | undefined {
  for (let k = place - 1; k >= 0; k--) {
    const seen = seenAt(course, k);
    if (turnBefore(course, k + 1)?.place === k) return undefined;
    if (
      seen.kind !== 'close' ||
      seen.by === 'peer' ||
      streamAt(course, k) === undefined ||
      endAt(course, k) !== undefined
    )
      continue;
    if (!streamsBefore(course, k + 1).some((stream) => isOpen(course, stream, k + 1))) return seen.received;
  }
  return undefined;
}

/** Whether reads have shown the very same task ever since it was left. */
function isFrozen(course: Course, place: number, left: number): boolean {
  const last = lastRead(course, place);
  if (last === undefined || !isUnchanged(course, place) || !sameRead(course, last, place)) return false;
  const newest = signsBefore(course, place).at(-1) ?? 0;
  return newest - left <= BOUNDS.grace && receivedAt(course, place) - Math.max(newest, left) >= BOUNDS.frozen;
}

import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import { missing, sameContent } from './content.ts';
import { askedAt, beforeOn, type Course, receivedAt, seenAt } from './course.ts';
import { any, at, type Definitions, isActive, isHttp, lacksRoute, operationIs, RESULTS, where } from './definition.ts';
import { isOwn, namedState, stampAt } from './names.ts';
import { heldAt, isRead, isUnchanged, lastHeld, lastRead, lastReadSeen, readsBefore, sameRead } from './reads.ts';
import { isFirstFrame } from './stream-frames.ts';
import { contentOn } from './streamed.ts';
import {
  framesOf,
  hadError,
  hadMessage,
  isBirth,
  isOpen,
  isOpened,
  isPartial,
  isSecond,
  lastFrameAt,
  newestStamp,
  onStream,
  streamAt,
  streamState,
  streamsBefore,
} from './streams.ts';
import { ageOf, endAt, isMove, wasTold } from './told.ts';
import { cancelBefore, isFirstAnswer, turnBefore } from './turns.ts';

/** How streams are opened and left, and how they keep up with the task. */
export const STREAM_CALLS: Definitions = {
  'stream/refused': at(['error'], (seen, course, place) => {
    if (course.claims.streaming !== true || !operationIs(seen, 'SendStreamingMessage')) return undefined;
    if (!isFirstAnswer(course, place) || endAt(course, place) !== undefined) return undefined;
    if (lacksRoute(seen, course)) return 'certain';
    return seen.name === 'UnsupportedOperation' ? 'suspected' : undefined;
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
    const read = lastReadSeen(course, place)?.task.state;
    const isOther = isTerminal(read) && read !== seen.state;
    const now = receivedAt(course, place);
    const { since, late } = lagOf(course, stream, place);
    const isLate = late
      ? now - lastFrameAt(course, stream, place) <= END
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
    at(['defect'], (seen) => seen.defect === 'not-sse'),
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
        ['control-character', 'encoding', 'unfinished-frame'].includes(seen.defect),
    ),
  ),
};

/** What comes so soon before the end of a stream came for the end; frames so close together came at once. */
const END = 1_000;
const BURST = 250;

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
    return seen.kind === 'error' && (seen.name === 'UnsupportedOperation' || seen.name === 'MethodNotFound');
  });
}

interface Lag {
  /** Since when a read has shown what the stream hasn't brought. */
  readonly since: number | undefined;
  /** It brought something long after a read had shown it. */
  readonly late: boolean;
}

/** How far a stream is behind what reads have shown. */
const lagOf = beforeOn((course, stream, place): Lag => {
  let since: number | undefined;
  let late = false;
  for (let k = stream; k < place; k++) {
    if (since === undefined) {
      const isNewer = isRead(course, k) && ageOf(course, k) === 'newer' && askedAt(course, k) > askedAt(course, stream);
      if (isNewer && isNews(course, stream, k)) since = receivedAt(course, k);
    } else if (streamAt(course, k) === stream && isOwn(course, k) && isLevel(course, stream, k + 1)) {
      if (receivedAt(course, k) - since > BOUNDS.held) late = true;
      since = undefined;
    }
  }
  return { since, late };
});

/** Whether a read shows a state or an artifact that an open stream has yet to bring. */
function isNews(course: Course, stream: number, read: number): boolean {
  if (!isOpen(course, stream, read) || !isOpened(course, stream, read) || hadMessage(course, stream, read))
    return false;
  const state = namedState(seenAt(course, read));
  const known = streamState(course, stream, read);
  if (state !== undefined && state !== known && state !== 'submitted' && !isTerminal(known)) {
    const [stamp, newest] = [stampAt(course, read), newestStamp(course, stream, read)];
    if (stamp === undefined || newest === undefined ? !wasTold(course, read, state) : stamp > newest) return true;
  }
  if (!isPartial(course, stream, read))
    return missing(heldAt(course, read), contentOn(course, stream, read)).length > 0;
  // Of a stream that was joined late only what changed since its last frame is known to be news to it.
  const last = lastRead(course, read);
  if (last === undefined) return false;
  if (askedAt(course, last) <= Math.max(askedAt(course, stream), lastFrameAt(course, stream, read))) return false;
  return !sameContent(heldAt(course, read), heldAt(course, last));
}

/** Whether a stream has brought what the newest read shows. */
function isLevel(course: Course, stream: number, place: number): boolean {
  if (streamState(course, stream, place) !== lastReadSeen(course, place)?.task.state) return false;
  if (isPartial(course, stream, place)) return true;
  return missing(lastHeld(course, place), contentOn(course, stream, place)).length === 0;
}

function isOverdue(course: Course, stream: number, place: number, after: number): boolean {
  const { since } = lagOf(course, stream, place);
  return since !== undefined && receivedAt(course, place) - since >= after;
}

/** Whether the events of a stream came at once, at its end, and are far apart by the peer's own clock. */
function isBurst(course: Course, stream: number, place: number): boolean {
  const frames = framesOf(course, stream, place);
  const [, second] = frames;
  const stamp = stampAt(course, place);
  if (second === undefined || stamp === undefined || !isBirth(course, stream)) return false;
  if (receivedAt(course, place) - receivedAt(course, second) > BURST) return false;
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

/** When anything of the task changed: its state, a read of it, or by a chunk of an artifact. */
export function signsBefore(course: Course, place: number): readonly number[] {
  const signs: number[] = [];
  for (let k = 0; k < place; k++) {
    const seen = seenAt(course, k);
    const last = lastRead(course, k);
    const isChunk = seen.kind === 'artifact' && streamAt(course, k) !== undefined && isOwn(course, k);
    const isNewRead = readsBefore(course, k + 1).at(-1) === k && (last === undefined || !sameRead(course, last, k));
    if (isChunk || isNewRead || isMove(course, k)) signs.push(seen.received);
  }
  return signs;
}

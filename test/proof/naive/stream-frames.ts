import { isTerminal } from '../../../src/protocol/task-state.ts';
import { BOUNDS } from './bounds.ts';
import type { Course } from './course.ts';
import { askedAt, seenAt } from './course.ts';
import {
  any,
  at,
  type Definitions,
  EVENTS,
  isActive,
  isHttp,
  isV1,
  isWaiting,
  operationIs,
  RESULTS,
  where,
} from './definition.ts';
import { isForeign } from './names.ts';
import { endReadBy } from './reads.ts';
import { streamedOn } from './streamed.ts';
import {
  framesOf,
  hadError,
  hadMessage,
  hasEnded,
  hasToldEnd,
  isBirth,
  isOpen,
  isOpened,
  isPartial,
  isRepeated,
  stateFrame,
  streamAt,
  streamState,
} from './streams.ts';

/** The form and the order of what one stream brings. */
export const STREAM_FRAMES: Definitions = {
  'stream/no-task-first': where(
    isV1,
    at(EVENTS, (seen, course, place) => operationIs(seen, 'SendStreamingMessage') && isFirstFrame(course, place)),
  ),

  'stream/subscribe-no-snapshot': where(
    isV1,
    at(
      ['status', 'artifact', 'message'],
      (seen, course, place) => operationIs(seen, 'SubscribeToTask') && isFirstFrame(course, place),
    ),
  ),

  'stream/subscribe-after-terminal': where(
    isV1,
    any(
      at(
        RESULTS,
        (seen, course, place) =>
          operationIs(seen, 'SubscribeToTask') && isFirstFrame(course, place) && isTooLate(course, place),
      ),
      at(['close'], (seen, course, place) => {
        const stream = streamAt(course, place);
        if (stream === undefined || seen.by !== 'peer' || !operationIs(seen, 'SubscribeToTask')) return false;
        if (!isFirstFrame(course, place) || !isOpened(course, stream, place) || hadError(course, stream, place))
          return false;
        return isTooLate(course, place);
      }),
      at(['silence'], (seen, course, place) => {
        const stream = streamAt(course, place);
        if (stream === undefined || !operationIs(seen, 'SubscribeToTask')) return undefined;
        if (!isFirstFrame(course, place) || !isOpened(course, stream, place) || hadError(course, stream, place))
          return undefined;
        return isTooLate(course, place) ? 'suspected' : undefined;
      }),
    ),
  ),

  'stream/message-then-more': any(
    at(['task', 'status', 'artifact'], (_seen, course, place) => {
      const stream = streamAt(course, place);
      return stream !== undefined && hadMessage(course, stream, place);
    }),
    at(['message'], (_seen, course, place) => {
      const stream = streamAt(course, place);
      return stream !== undefined && !isFirstFrame(course, place) && !isRepeated(course, place);
    }),
  ),

  'stream/no-terminal': at(['close'], (seen, course, place) => {
    const stream = streamAt(course, place);
    if (stream === undefined || seen.by === 'caller' || isFirstFrame(course, place)) return undefined;
    if (hadMessage(course, stream, place) || hadError(course, stream, place)) return undefined;
    const state = streamState(course, stream, place);
    if (hasToldEnd(course, stream, place) || isWaiting(state) || mayEnd(state, course)) return undefined;
    return seen.by === 'peer' ? 'certain' : 'suspected';
  }),

  'stream/stays-open': at(['silence'], (seen, course, place) => {
    const stream = streamAt(course, place);
    if (stream === undefined || !isOpen(course, stream, place) || seen.bound.ms < BOUNDS.close) return undefined;
    const over = isTerminal(streamState(course, stream, place)) || hadMessage(course, stream, place);
    return over ? 'suspected' : undefined;
  }),

  'stream/after-terminal': any(
    at(['status', 'artifact', 'message'], (_seen, course, place) => {
      return (
        hasEnded(course, streamAt(course, place), place) && !isRepeated(course, place) && !isForeign(course, place)
      );
    }),
    at(['task'], (seen, course, place) => {
      const stream = streamAt(course, place);
      if (stream === undefined || !hasEnded(course, stream, place) || isForeign(course, place)) return false;
      return seen.task.state !== streamState(course, stream, place);
    }),
  ),

  'stream/final-flag': where(
    ({ dialect }) => dialect !== '1.0',
    any(
      at(['status'], (seen, course) => seen.final === true && isActive(seen.state) && !mayEnd(seen.state, course)),
      at(RESULTS, (_seen, course, place) => {
        const stream = streamAt(course, place);
        if (stream === undefined || !wasAnnounced(course, stream, place)) return false;
        return !hasEnded(course, stream, place) && !isRepeated(course, place);
      }),
      at(['close'], (seen, course, place) => {
        const stream = streamAt(course, place);
        if (stream === undefined || seen.by !== 'peer' || !hasEnded(course, stream, place)) return false;
        const told = stateFrame(course, stream, place);
        return told !== undefined && seenAt(course, told).kind === 'status' && !wasAnnounced(course, stream, place);
      }),
    ),
  ),

  'stream/foreign-task': at(['task', 'status', 'artifact'], (seen, course, place) => {
    if (streamAt(course, place) === undefined || !isForeign(course, place)) return false;
    const isTurn = operationIs(seen, 'SendStreamingMessage') && seen.vantage.request.taskId !== undefined;
    return !isTurn || !isFirstFrame(course, place);
  }),

  'stream/append-unknown': at(['artifact'], (seen, course, place) => {
    const stream = streamAt(course, place);
    if (stream === undefined || !seen.append || !isBirth(course, stream) || isPartial(course, stream, place))
      return false;
    return !streamedOn(course, stream, place).has(seen.artifact.artifactId);
  }),

  'stream/after-last-chunk': at(['artifact'], (seen, course, place) => {
    const stream = streamAt(course, place);
    if (stream === undefined || isRepeated(course, place)) return false;
    return streamedOn(course, stream, place).get(seen.artifact.artifactId)?.closed === true;
  }),

  'stream/empty-chunk': any(
    at(['artifact'], (seen) => seen.artifact.parts.length === 0),
    at(['task'], (seen) => (seen.task.artifacts ?? []).some(({ parts }) => parts.length === 0)),
  ),

  'stream/late-refusal': where(
    isHttp,
    at(['error'], (_seen, course, place) => {
      const stream = streamAt(course, place);
      return stream !== undefined && isFirstFrame(course, place) && isOpened(course, stream, place);
    }),
  ),
};

/** 0.2 had `unknown` among the states that end a task, until 0.2.6. */
function mayEnd(state: string | undefined, { claims }: Course): boolean {
  return claims.dialect === '0.2' && state === 'unknown';
}

/** Whether nothing of the task came before by the stream. */
export function isFirstFrame(course: Course, place: number): boolean {
  const stream = streamAt(course, place);
  return stream !== undefined && framesOf(course, stream, place).length === 0;
}

function isTooLate(course: Course, place: number): boolean {
  return endReadBy(course, place, askedAt(course, place));
}

/** Whether `final: true` was told. */
function wasAnnounced(course: Course, stream: number, place: number): boolean {
  return framesOf(course, stream, place).some((k) => {
    const seen = seenAt(course, k);
    return seen.kind === 'status' && seen.final === true;
  });
}

/** Whether, with the frame at a place, every frame of a stream has come twice. */
export function isPaired(course: Course, stream: number, place: number): boolean {
  const frames = [...framesOf(course, stream, place), place];
  const [firsts, seconds] = [0, 1].map((odd) => frames.filter((_, k) => k % 2 === odd));
  if (frames.length % 2 === 1 || !seconds?.every((k) => isRepeated(course, k))) return false;
  return (firsts ?? []).filter((k) => !isRepeated(course, k)).length >= 3;
}

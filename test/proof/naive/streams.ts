import type { Message } from '../../../src/protocol/model.ts';
import type { Observation, Vantage } from '../../../src/protocol/observation.ts';
import { isTerminal, type TaskState } from '../../../src/protocol/task-state.ts';
import { before, beforeOn, type Course, receivedAt, seenAt } from './course.ts';
import { isOwn, namedState, stampAt, taskId } from './names.ts';

/** The stream that an observation came by: the place where that stream was first seen. */
export const streamAt = before((course, at): number | undefined => {
  const { kind, vantage } = seenAt(course, at);
  const first = course.seen.findIndex((seen) => seen.vantage.channel === 'stream' && seen.vantage.id === vantage.id);
  if (vantage.channel === 'stream') return first;
  // A refusal may come as a plain answer, and so may a result; but then there is no stream.
  const isInstead = isStreamingCall(vantage) && kind !== 'task' && kind !== 'message' && first >= 0 && first < at;
  return isInstead ? first : undefined;
});

function isStreamingCall({ channel, operation }: Vantage): boolean {
  return channel === 'answer' && (operation === 'SendStreamingMessage' || operation === 'SubscribeToTask');
}

/** Whether a streaming call was answered by a single result. */
const isNoStream = beforeOn((course, stream, at): boolean => {
  const { id } = seenAt(course, stream).vantage;
  return course.seen.slice(stream, at).some(({ kind, vantage }) => {
    return vantage.id === id && isStreamingCall(vantage) && (kind === 'task' || kind === 'message');
  });
});

/** The streams first seen before a place. */
export const streamsBefore = before((course, at): readonly number[] => {
  const streams: number[] = [];
  for (let k = 0; k < at; k++) if (streamAt(course, k) === k) streams.push(k);
  return streams;
});

/** What came by a stream before a place. */
export const onStream = beforeOn((course, stream, at): readonly number[] => {
  const places: number[] = [];
  for (let k = stream; k < at; k++) if (streamAt(course, k) === stream) places.push(k);
  return places;
});

/** Its frames: events and snapshots of the task, and Messages. */
export const framesOf = beforeOn((course, stream, at): readonly number[] =>
  onStream(course, stream, at).filter((k) => seenAt(course, k).kind === 'message' || isOwn(course, k)),
);

function has(course: Course, stream: number, at: number, ...kinds: readonly Observation['kind'][]): boolean {
  return onStream(course, stream, at).some((k) => kinds.includes(seenAt(course, k).kind));
}

export function isOpened(course: Course, stream: number, at: number): boolean {
  return has(course, stream, at, 'open');
}

export function hadMessage(course: Course, stream: number, at: number): boolean {
  return has(course, stream, at, 'message');
}

export function hadError(course: Course, stream: number, at: number): boolean {
  return has(course, stream, at, 'error');
}

/** Whether it may still bring something. */
export function isOpen(course: Course, stream: number, at: number): boolean {
  return !has(course, stream, at, 'close', 'error', 'failure') && !isNoStream(course, stream, at);
}

/** The one stream that was opened together with the task. */
export const isBirth = before((course, stream): boolean => {
  const { operation, request } = seenAt(course, stream).vantage;
  if (operation !== 'SendStreamingMessage' || request.taskId !== undefined) return false;
  return streamsBefore(course, stream).length === 0 && taskId(course, stream) === undefined;
});

/** A stream that was joined may repeat what its snapshot held, until its own event of an end. */
export const isOverlap = beforeOn((course, stream, at): boolean => {
  if (isBirth(course, stream)) return false;
  return !framesOf(course, stream, at).some((k) => {
    const seen = seenAt(course, k);
    return seen.kind === 'status' && isTerminal(seen.state);
  });
});

/** A frame of it couldn't be read. */
export function isHoled(course: Course, stream: number, at: number): boolean {
  return onStream(course, stream, at).some((k) => {
    const seen = seenAt(course, k);
    return seen.kind === 'defect' && ['lost-frame', 'frame-size', 'depth'].includes(seen.defect);
  });
}

/** What it brought can't be put together: joined late, or with something missing. */
export const isPartial = beforeOn((course, stream, at): boolean => {
  if (!isBirth(course, stream) || isHoled(course, stream, at) || isNoStream(course, stream, at)) return true;
  return has(course, stream, at, 'error', 'failure');
});

/** The newest state told by a stream, and the place. */
export const stateFrame = beforeOn((course, stream, at): number | undefined =>
  framesOf(course, stream, at).findLast((k) => namedState(seenAt(course, k)) !== undefined),
);

export function streamState(course: Course, stream: number, at: number): TaskState | undefined {
  const place = stateFrame(course, stream, at);
  return place === undefined ? undefined : namedState(seenAt(course, place));
}

/** The newest time told by a stream. */
export const newestStamp = beforeOn((course, stream, at): number | undefined => {
  let newest: number | undefined;
  for (const k of framesOf(course, stream, at)) {
    const stamp = stampAt(course, k);
    if (stamp !== undefined && (newest === undefined || stamp > newest)) newest = stamp;
  }
  return newest;
});

export function lastFrameAt(course: Course, stream: number, at: number): number {
  const last = framesOf(course, stream, at).at(-1);
  return last === undefined ? 0 : receivedAt(course, last);
}

/** Whether an end was told by a stream, whatever came behind it. */
export function hasToldEnd(course: Course, stream: number, at: number): boolean {
  return framesOf(course, stream, at).some((k) => isTerminal(namedState(seenAt(course, k))));
}

/** Whether a stream has told the end of its task. The snapshot of a subscription may be ahead of its events. */
export function hasEnded(course: Course, stream: number | undefined, at: number): boolean {
  if (stream === undefined) return false;
  return isTerminal(streamState(course, stream, at)) && !isOverlap(course, stream, at);
}

/** The stream that began with the task and told its end: it has to hold all that the task holds. */
export function wholeStream(course: Course, at: number): number | undefined {
  return streamsBefore(course, at).find(
    (stream) =>
      isBirth(course, stream) && !isPartial(course, stream, at) && isTerminal(streamState(course, stream, at)),
  );
}

/** Whether two frames are one and the same, sent twice. */
export function sameFrame(a: Observation, b: Observation): boolean {
  if (a.kind === 'status' && b.kind === 'status')
    return a.state === b.state && sameTime(a.timestamp, b.timestamp) && sameMessage(a.message, b.message);
  if (a.kind === 'artifact' && b.kind === 'artifact')
    return (
      a.artifact.artifactId === b.artifact.artifactId &&
      a.append === b.append &&
      a.lastChunk === b.lastChunk &&
      JSON.stringify(a.artifact.parts) === JSON.stringify(b.artifact.parts)
    );
  if (a.kind === 'message' && b.kind === 'message') return sameMessage(a.message, b.message);
  if (a.kind === 'task' && b.kind === 'task')
    return (
      a.task.state === b.task.state &&
      sameTime(a.task.timestamp, b.task.timestamp) &&
      a.task.artifacts?.length === b.task.artifacts?.length &&
      sameMessage(a.task.statusMessage, b.task.statusMessage)
    );
  return false;
}

function sameTime(a: string | undefined, b: string | undefined): boolean {
  return Object.is(Date.parse(a ?? ''), Date.parse(b ?? ''));
}

function sameMessage(a: Message | undefined, b: Message | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.messageId === b.messageId && JSON.stringify(a.parts) === JSON.stringify(b.parts);
}

/** Whether the frame at a place equals the one before it on its stream. */
export const isRepeated = before((course, at): boolean => {
  const stream = streamAt(course, at);
  const last = stream === undefined ? undefined : framesOf(course, stream, at).at(-1);
  return last !== undefined && sameFrame(seenAt(course, last), seenAt(course, at));
});

/** Whether a stream was asked for while another one of the task was open. */
export const isSecond = before((course, stream): boolean =>
  streamsBefore(course, stream).some((other) => isOpen(course, other, stream)),
);

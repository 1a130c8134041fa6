import type { Message } from '../protocol/model.ts';
import type { ArtifactSeen, CloseSeen, ErrorSeen, FailureSeen, Observation, Vantage } from '../protocol/observation.ts';
import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import { ARTIFACT, type ArtifactRecord } from './artifact-record.ts';
import { missingFrom } from './compare-content.ts';
import { newArtifact, takeChunk } from './content.ts';
import type { FingerprintKey } from './fingerprint.ts';
import { idPrint, questionPrint } from './frame-print.ts';
import { noteOwner } from './note-peer.ts';
import { rareOf, type TaskRecord } from './record.ts';
import type { Moment, Situation } from './situation.ts';
import { isOpen, newStream, STREAM, type StreamRecord, talkOf } from './stream-record.ts';

/** No more than these are remembered of one task, so that a stream that is opened again and again costs nothing. */
const MOST_STREAMS = 16;
const MOST_ARTIFACTS = 1_000;
const MOST_EVENTS = 256;

/** The record of a stream, if it has been seen before. */
export function findStream(task: TaskRecord, vantage: Vantage): StreamRecord | undefined {
  for (let at = task.streams; at !== undefined; at = at.next) if (at.vantageId === vantage.id) return at;
  return undefined;
}

/** Makes the record of a stream at its first sight. */
export function openStream(task: TaskRecord, vantage: Vantage, asked: Moment): StreamRecord {
  let others = 0;
  let second = 0;
  for (let at = task.streams; at !== undefined; at = at.next) {
    if (isOpen(at)) second = STREAM.second;
    others++;
  }
  if (others >= MOST_STREAMS) forgetOne(task);
  const birth = vantage.operation === 'SendStreamingMessage' && vantage.request.taskId === undefined && others === 0;
  const flags = birth && task.id === undefined ? STREAM.birth : STREAM.overlap | STREAM.partial;
  task.streams = newStream(vantage.id, vantage.operation, asked, flags | second, task.streams);
  if (second !== 0) watchEvents(task);
  return task.streams;
}

/** Forgets the oldest stream but the one that the task was born with. */
function forgetOne(task: TaskRecord): void {
  let last: StreamRecord | undefined;
  let beforeLast: StreamRecord | undefined;
  for (let at = task.streams; at !== undefined; at = at.next) {
    if (at.next !== undefined && (at.next.flags & STREAM.birth) === 0) {
      beforeLast = at;
      last = at.next;
    }
  }
  if (beforeLast !== undefined) beforeLast.next = last?.next;
}

/** Two streams of one task have to tell the same story: from now on its events are kept for comparison. */
function watchEvents(task: TaskRecord): void {
  for (let at = task.streams; at !== undefined; at = at.next) if (isOpen(at)) talkOf(at).events ??= { prints: [] };
}

/** A streaming call was answered with a stream. */
export function noteOpen(at: Situation, stream: StreamRecord): void {
  stream.flags |= STREAM.opened;
  stream.openedAt ||= at.now;
}

/** One more frame of the task came by a stream. */
export function noteFrame(at: Situation, stream: StreamRecord, flags: number): void {
  stream.flags |= flags;
  if (stream.frames > 0 && at.print === stream.lastPrint) stream.repeats++;
  else if (stream.frames % 2 === 1) stream.flags |= STREAM.unpaired;
  stream.lastPrint = at.print;
  if (++stream.frames === 2) stream.secondAt = at.now;
  if (stream.frames >= 2 && stream.secondStamp === undefined) stream.secondStamp = at.stamp;
  stream.lastFrameAt = at.now;
}

/** A stream's own event of an end ends the time in which its events may repeat its snapshot. */
export function noteStreamState(at: Situation, stream: StreamRecord, state: TaskState, byEvent: boolean): void {
  if (byEvent) {
    stream.flags |= STREAM.byEvent;
    if (isTerminal(state)) stream.flags &= ~STREAM.overlap;
  } else {
    stream.flags &= ~STREAM.byEvent;
  }
  stream.state = state;
  if (isTerminal(state)) stream.flags |= STREAM.ended;
  if (at.stamp !== undefined && !(stream.stamp !== undefined && at.stamp < stream.stamp)) stream.stamp = at.stamp;
  if (stream.behindSince !== 0) noteCatchingUp(at, stream);
}

/**
 * Keeps an event that can be told from others: by its message for certain, which makes its print odd, or by its time,
 * which two events may share.
 */
export function noteEvent({ talk, lastPrint }: StreamRecord, named: boolean): void {
  const events = talk?.events;
  if (events !== undefined && events.prints.length < MOST_EVENTS)
    events.prints.push(named ? lastPrint : lastPrint & ~1);
}

/** A status event bore a message. */
export function noteSaid(stream: StreamRecord, message: Message, messageId: string, key: FingerprintKey): void {
  const talk = talkOf(stream);
  talk.saidId = idPrint(messageId, key);
  talk.said = questionPrint(message, key);
}

/** A chunk of an artifact came by a stream. */
export function noteArtifactFrame(seen: ArtifactSeen, at: Situation): void {
  const { stream } = at;
  if (stream === undefined) return;
  const repeated = at.print === stream.lastPrint;
  noteFrame(at, stream, 0);
  at.task.lastSignAt = at.now;
  const { artifactId, parts } = seen.artifact;
  let artifact = at.known;
  let behind = (artifact?.flags ?? 0) & ARTIFACT.behind;
  if (artifact === undefined) {
    if (lengthOf(stream.artifacts) >= MOST_ARTIFACTS) {
      stream.flags |= STREAM.partial | STREAM.holed;
      return;
    }
    artifact = newArtifact(artifactId, stream.artifacts, at.key);
    stream.artifacts = artifact;
    if ((stream.flags & STREAM.ended) !== 0) behind = ARTIFACT.behind;
  }
  const flags = ARTIFACT.chunk | behind | (seen.lastChunk ? ARTIFACT.closed : 0);
  takeChunk(artifact, parts, seen.append, repeated, at.key);
  artifact.flags |= flags;
  // Events may come before the id of their task is known.
  if (at.task.id !== undefined && (artifact.flags & ARTIFACT.owned) === 0) {
    artifact.flags |= ARTIFACT.owned;
    if (at.task.peer.record !== undefined) noteOwner(artifactId, at);
  }
  if (stream.behindSince !== 0) noteCatchingUp(at, stream);
}

/** A stream that was behind has brought what the newest read had shown. */
function noteCatchingUp(at: Situation, stream: StreamRecord): void {
  const { reads } = at.task;
  if (reads === undefined || stream.state !== reads.state) return;
  if ((stream.flags & STREAM.partial) === 0 && missingFrom(reads.artifacts, stream.artifacts) !== undefined) return;
  if (at.now - stream.behindSince > at.limits.heldMs) stream.flags |= STREAM.late;
  stream.behindSince = 0;
}

/** An error in place of, or among, the frames of a stream. */
export function noteStreamError(seen: ErrorSeen | FailureSeen, at: Situation, stream: StreamRecord): void {
  stream.flags |= STREAM.partial | (seen.kind === 'error' ? STREAM.error : STREAM.closed | STREAM.left);
  if (seen.kind !== 'error' || stream.frames > 0) return;
  stream.flags |= STREAM.refused;
  if (seen.name === 'UnsupportedOperation' || seen.name === 'MethodNotFound' || isBare404(seen, at, stream))
    stream.flags |= STREAM.unsupported;
  // Whoever isn't let in, or asks too often, learns nothing of the operation.
  if (seen.name === 'Unauthenticated' || (seen.name === 'other' && seen.httpStatus >= 429))
    stream.flags &= ~STREAM.refused;
  stream.lastFrameAt = at.now;
}

/** What web frameworks say of a path that nobody serves, too: that the task isn't there is only what it may mean. */
function isBare404({ name, reason }: ErrorSeen, at: Situation, { flags }: StreamRecord): boolean {
  const served = at.task.peer.claims.binding !== 'HTTP+JSON' || (flags & STREAM.opened) !== 0;
  return name === 'TaskNotFound' && reason === undefined && !served;
}

/** A streaming call was answered by a single result: there is no stream. */
export function noteNoStream({ kind, vantage }: Observation, at: Situation): void {
  if (kind !== 'task' && kind !== 'message') return;
  const stream = findStream(at.task, vantage);
  if (stream !== undefined) stream.flags |= STREAM.closed | STREAM.partial;
}

/** A stream ended. */
export function noteClose(seen: CloseSeen, at: Situation): void {
  const { stream, task } = at;
  if (stream === undefined) return;
  stream.flags |= STREAM.closed | (seen.by === 'peer' ? 0 : STREAM.left);
  if (seen.by === 'peer' || task.end !== undefined) return;
  for (let other = task.streams; other !== undefined; other = other.next) if (isOpen(other)) return;
  rareOf(task).parting = { at: at.now, state: task.state, stamp: task.stamp };
}

function lengthOf(list: ArtifactRecord | undefined): number {
  let length = 0;
  for (let at = list; at !== undefined; at = at.next) length++;
  return length;
}

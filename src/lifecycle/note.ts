import type {
  ArtifactSeen,
  CloseSeen,
  ErrorSeen,
  Observation,
  StatusSeen,
  TaskSeen,
  Vantage,
} from '../protocol/observation.ts';
import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import { findArtifact, newArtifact, takeChunk } from './content.ts';
import { isOlder } from './order.ts';
import { FLAG, type ReadRecord, STREAM, type StreamRecord, type TaskRecord } from './record.ts';
import type { Situation } from './rule.ts';

/** Takes an observation that has been judged into the record of its task. */
export function note(seen: Observation, at: Situation): void {
  const { task, stream } = at;
  switch (seen.kind) {
    case 'asked':
      if (seen.vantage.operation === 'CancelTask') noteCancelAsked(task, seen.vantage);
      return;
    case 'task':
      return noteTask(seen, at);
    case 'status':
      return noteStatus(seen, task, stream);
    case 'artifact':
      return noteArtifact(seen, at);
    case 'message':
      task.flags |= FLAG.answered;
      if (stream !== undefined) noteFrame(task, stream, seen.received, STREAM.message | STREAM.snapshotFirst);
      return;
    case 'error':
      return noteError(seen, task);
    case 'close':
      return noteClose(seen, stream);
    default:
      return;
  }
}

/** The record of a stream, made at its first sight. */
export function streamOf(task: TaskRecord, vantage: Vantage): StreamRecord {
  for (let at = task.streams; at !== undefined; at = at.next) if (at.vantageId === vantage.id) return at;
  const stream: StreamRecord = {
    vantageId: vantage.id,
    operation: vantage.operation,
    asked: vantage.asked,
    next: task.streams,
    frames: 0,
    state: undefined,
    timestamp: undefined,
    firstFrameAt: 0,
    lastFrameAt: 0,
    artifacts: undefined,
    flags: vantage.operation === 'SubscribeToTask' ? STREAM.open | STREAM.overlap : STREAM.open,
  };
  task.streams = stream;
  return stream;
}

function noteTask(seen: TaskSeen, at: Situation): void {
  const { task, stream } = at;
  const told = seen.task;
  if (task.id !== undefined && task.id !== told.id) return;
  task.id = told.id;
  task.contextId ??= told.contextId;
  if (stream !== undefined) {
    noteFrame(task, stream, seen.received, stream.frames === 0 ? STREAM.snapshotFirst : 0);
    noteStreamState(stream, told.state, told.timestamp);
    if (at.content !== undefined) stream.artifacts = at.content;
    noteState(task, seen, told.state, told.timestamp);
    return;
  }
  if (seen.vantage.operation === 'CancelTask') noteCancelAnswered(task, seen.vantage, seen.received, told.state);
  if (seen.vantage.operation === 'GetTask') noteRead(seen, at);
  if (at.order === 'newer') noteState(task, seen, told.state, told.timestamp);
}

function noteStatus(seen: StatusSeen, task: TaskRecord, stream: StreamRecord | undefined): void {
  if (isForeign(seen.taskId, task)) return;
  task.id ??= seen.taskId;
  task.contextId ??= seen.contextId;
  if (stream !== undefined) {
    noteFrame(task, stream, seen.received, seen.final === true ? STREAM.final : 0);
    noteStreamState(stream, seen.state, seen.timestamp);
  }
  noteState(task, seen, seen.state, seen.timestamp);
}

function noteArtifact(seen: ArtifactSeen, at: Situation): void {
  const { task, stream } = at;
  if (isForeign(seen.taskId, task)) return;
  task.id ??= seen.taskId;
  task.contextId ??= seen.contextId;
  if (stream === undefined) return;
  noteFrame(task, stream, seen.received, 0);
  let artifact = findArtifact(stream.artifacts, seen.artifact.artifactId);
  if (artifact === undefined) {
    artifact = newArtifact(seen.artifact.artifactId, stream.artifacts, at.key);
    stream.artifacts = artifact;
  }
  takeChunk(artifact, seen.artifact.parts, seen.append, at.key);
}

function noteError(seen: ErrorSeen, task: TaskRecord): void {
  const { operation } = seen.vantage;
  if (operation === 'CancelTask') noteCancelAnswered(task, seen.vantage, seen.received, undefined);
  if (operation === 'GetTask' && seen.name === 'TaskNotFound') readsOf(task).notFound++;
}

function noteClose(seen: CloseSeen, stream: StreamRecord | undefined): void {
  if (stream === undefined) return;
  stream.flags = (stream.flags & ~STREAM.open) | STREAM.closed | (seen.by === 'broken' ? STREAM.broken : 0);
}

function noteFrame(task: TaskRecord, stream: StreamRecord, received: number, flags: number): void {
  stream.flags |= flags;
  if (stream.frames++ === 0) stream.firstFrameAt = received;
  stream.lastFrameAt = received;
  noteSign(task, received);
}

/** A subscription's own first news ends the time in which its events may repeat its snapshot. */
function noteStreamState(stream: StreamRecord, state: TaskState, timestamp: string | undefined): void {
  if (stream.state !== undefined && stream.state !== state) stream.flags &= ~STREAM.overlap;
  stream.state = state;
  stream.timestamp = timestamp ?? stream.timestamp;
}

function noteSign(task: TaskRecord, received: number): void {
  if (task.lastSignAt !== 0) task.longestGapMs = Math.max(task.longestGapMs, received - task.lastSignAt);
  task.lastSignAt = received;
}

/** A terminal state stays the task's state; anything older than what is known changes nothing. */
function noteState(
  task: TaskRecord,
  seen: TaskSeen | StatusSeen,
  state: TaskState,
  timestamp: string | undefined,
): void {
  task.firstTimestamp ??= timestamp;
  if (state === 'canceled' && task.cancel !== undefined) task.cancel.canceledAt ??= seen.received;
  if (state === 'unknown') task.flags |= FLAG.strangeState;
  else if (state !== 'submitted') task.flags |= FLAG.begun;
  if (isTerminal(state) && task.end === undefined) {
    const { channel, operation, id: vantageId, asked } = seen.vantage;
    task.end = { state, channel, operation, vantageId, asked, received: seen.received };
  } else if (task.end !== undefined || isOlder(timestamp, task.timestamp)) {
    return;
  }
  if (task.state !== state) {
    task.state = state;
    task.stateSince = seen.received;
    if (seen.vantage.channel !== 'stream') noteSign(task, seen.received);
  }
  task.timestamp = timestamp ?? task.timestamp;
}

function noteRead(seen: TaskSeen, at: Situation): void {
  const reads = readsOf(at.task);
  reads.count++;
  reads.notFound = 0;
  if (at.order === 'stale') {
    if (reads.stale++ === 0) reads.staleSince = seen.received;
    return;
  }
  if (at.order === 'concurrent') return;
  reads.stale = 0;
  reads.state = seen.task.state;
  reads.asked = seen.vantage.asked;
  reads.received = seen.received;
  reads.artifacts = at.content;
}

function readsOf(task: TaskRecord): ReadRecord {
  task.reads ??= {
    count: 0,
    state: undefined,
    asked: 0,
    received: 0,
    artifacts: undefined,
    stale: 0,
    staleSince: 0,
    notFound: 0,
  };
  return task.reads;
}

function noteCancelAsked(task: TaskRecord, vantage: Vantage): void {
  if (task.cancel !== undefined) {
    task.cancel.count++;
    return;
  }
  task.cancel = {
    vantageId: vantage.id,
    asked: vantage.asked,
    count: 1,
    answered: undefined,
    state: undefined,
    before: task.state,
    canceledAt: undefined,
  };
}

function noteCancelAnswered(task: TaskRecord, vantage: Vantage, received: number, state: TaskState | undefined): void {
  if (task.cancel === undefined) noteCancelAsked(task, vantage);
  const { cancel } = task;
  if (cancel === undefined || cancel.vantageId !== vantage.id) return;
  cancel.answered ??= received;
  cancel.state ??= state;
}

/** Whether an event names another task than the record's. Events without an id belong to the stream's task. */
export function isForeign(taskId: string | undefined, task: TaskRecord): boolean {
  return taskId !== undefined && task.id !== undefined && taskId !== task.id;
}

import { isStreaming } from '../protocol/call.ts';
import { LOSES_FRAME } from '../protocol/defect.ts';
import type { ErrorSeen, FailureSeen, Observation, StatusSeen, TaskSeen } from '../protocol/observation.ts';
import { isTerminal, type TaskState, type TerminalState } from '../protocol/task-state.ts';
import type { ArtifactRecord } from './artifact-record.ts';
import { noteCancelAnswered, noteCancelAsked } from './note-cancel.ts';
import { noteGivenEnd, noteOwners, notePage } from './note-peer.ts';
import { noteConfigs, noteDeletion, noteDelivery, noteInlineConfig, noteRegistration } from './note-push.ts';
import { noteNotFound, noteRead, noteShownBySend } from './note-read.ts';
import {
  noteArtifactFrame,
  noteClose,
  noteEvent,
  noteFrame,
  noteNoStream,
  noteOpen,
  noteSaid,
  noteStreamError,
  noteStreamState,
} from './note-stream.ts';
import { isSend, noteQuestion, noteTurnAnswered, noteTurnAsked } from './note-turn.ts';
import { hasBegun, isForeign, isOlder, runsBack, stateBit, wasTold } from './order.ts';
import { FLAG, rareOf, type TaskRecord } from './record.ts';
import type { Situation } from './situation.ts';
import { STREAM } from './stream-record.ts';

/** Takes an observation that has been judged into the record of its task. */
export function note(seen: Observation, at: Situation): void {
  const { task, stream } = at;
  if (seen.lateMs !== undefined && stream !== undefined) stream.flags |= STREAM.readLate;
  if (seen.vantage.channel === 'push') return noteDelivery(seen, at);
  if (seen.vantage.channel === 'answer' && isStreaming(seen.vantage.operation)) noteNoStream(seen, at);
  switch (seen.kind) {
    case 'asked':
      return noteAsked(seen, at);
    case 'task':
      return noteTask(seen, at);
    case 'status':
      return noteStatus(seen, at);
    case 'artifact':
      if (isForeign(seen.taskId, task)) return;
      noteIds(task, seen.taskId, seen.contextId);
      noteTurnAnswered(seen, at, undefined);
      return noteArtifactFrame(seen, at);
    case 'message':
      task.flags |= FLAG.answered;
      noteTurnAnswered(seen, at, undefined);
      if (at.stream !== undefined) noteFrame(at, at.stream, STREAM.message);
      return;
    case 'open':
      if (at.stream !== undefined) noteOpen(at, at.stream);
      return;
    case 'error':
    case 'failure':
      return noteRefusal(seen, at);
    case 'close':
      return noteClose(seen, at);
    case 'defect':
      if (at.stream !== undefined && LOSES_FRAME.has(seen.defect)) {
        at.stream.flags |= STREAM.partial | STREAM.holed;
      }
      return;
    case 'config':
      return noteConfigs(seen, at);
    case 'list':
      return notePage(seen, at);
    default:
      return;
  }
}

function noteAsked(seen: Observation, at: Situation): void {
  const { operation, request } = seen.vantage;
  if (request.identity !== undefined) rareOf(at.task).identity ??= request.identity;
  if (operation === 'CancelTask') noteCancelAsked(at, seen.vantage.id);
  else if (operation === 'CreateTaskPushNotificationConfig') noteRegistration(seen.vantage, at);
  else if (operation === 'DeleteTaskPushNotificationConfig') noteDeletion(seen.vantage, at);
  else if (isSend(operation)) {
    noteTurnAsked(seen.vantage, at);
    noteInlineConfig(seen.vantage, at);
  }
}

function noteRefusal(seen: ErrorSeen | FailureSeen, at: Situation): void {
  const { operation, request } = seen.vantage;
  const error = seen.kind === 'error' ? seen.name : undefined;
  if (operation === 'CancelTask' && error !== undefined) noteCancelAnswered(seen, at, undefined, error);
  else if (operation === 'GetTask') {
    if (error === 'TaskNotFound' && !isForeign(request.taskId, at.task)) noteNotFound(at);
  } else if (isSend(operation)) noteTurnAnswered(seen, at, error ?? 'other');
  if (error === 'InternalError') at.task.flags |= FLAG.faulted;
  if (isCutOff(seen, at)) at.task.flags |= FLAG.cutOff;
  if (at.stream !== undefined) noteStreamError(seen, at, at.stream);
}

/** Whether a send that waits for its task ended on the way, by a hop that gave up. */
function isCutOff(seen: ErrorSeen | FailureSeen, at: Situation): boolean {
  const { operation, request } = seen.vantage;
  if (operation !== 'SendMessage' || request.blocking === false) return false;
  if (at.now - at.asked < at.limits.heldMs) return false;
  return seen.kind === 'failure' ? seen.reason === 'reset' : seen.name === 'other' && CUT_OFF.has(seen.httpStatus);
}

const CUT_OFF: ReadonlySet<number> = new Set([408, 502, 503, 504, 520, 522, 524]);

function noteTask(seen: TaskSeen, at: Situation): void {
  const { task, stream } = at;
  const told = seen.task;
  if (isForeign(told.id, task)) return;
  noteIds(task, told.id, told.contextId);
  if (task.peer.record !== undefined) noteOwners(seen, at);
  const { operation } = seen.vantage;
  if (isSend(operation)) noteTurnAnswered(seen, at, undefined);
  if (stream !== undefined) {
    noteFrame(at, stream, stream.frames === 0 ? STREAM.based : 0);
    if (at.content !== undefined) stream.artifacts = at.content;
    noteStreamState(at, stream, told.state, false);
    noteState(seen, at, told.state, at.content);
    return;
  }
  if (operation === 'CancelTask') noteCancelAnswered(seen, at, told.state, undefined);
  if (operation === 'GetTask') noteRead(seen, at);
  else if (operation === 'SendMessage') noteShownBySend(seen, at);
  if (at.order === 'newer') noteState(seen, at, told.state, at.content);
}

function noteStatus(seen: StatusSeen, at: Situation): void {
  const { task, stream } = at;
  if (isForeign(seen.taskId, task)) return;
  noteIds(task, seen.taskId, seen.contextId);
  if (stream !== undefined) {
    noteTurnAnswered(seen, at, undefined);
    noteFrame(at, stream, seen.final === true ? STREAM.final : 0);
    noteStreamState(at, stream, seen.state, true);
    const messageId = seen.message?.messageId;
    if (seen.message !== undefined && messageId !== undefined) noteSaid(stream, seen.message, messageId, at.key);
    const named = messageId !== undefined;
    if (named || at.stamp !== undefined) noteEvent(stream, named);
  }
  noteState(seen, at, seen.state, undefined);
}

function noteIds(task: TaskRecord, id: string | undefined, contextId: string | undefined): void {
  task.id ??= id;
  task.contextId ??= contextId;
}

/** A terminal state stays the task's state; anything older than what is known changes nothing. */
function noteState(
  seen: TaskSeen | StatusSeen,
  at: Situation,
  state: TaskState,
  artifacts: ArtifactRecord | undefined,
): void {
  const { task, stamp } = at;
  if (isTerminal(state)) noteGivenEnd(seen, state, at);
  if (runsBack(at, state)) task.flags |= FLAG.clockJumped;
  // What a subscription repeats is no news.
  if (at.stream !== undefined && (at.stream.flags & STREAM.overlap) !== 0 && wasTold(task, state)) return;
  task.flags |= stateBit(state);
  if (state === 'canceled' && task.cancel !== undefined) task.cancel.canceledAt ??= at.now;
  if (state === 'input-required') noteQuestion(seen.kind === 'task' ? seen.task.statusMessage : seen.message, at);
  if (isTerminal(state) && task.end === undefined) {
    noteEnd(seen, at, state, artifacts);
  } else if (task.end !== undefined || (isOlder(stamp, task.stamp) && (task.flags & FLAG.clockJumped) === 0)) {
    return;
  }
  if (stamp !== undefined && task.stamp !== stamp) {
    task.stamp = stamp;
    task.stateSince = at.now;
  }
  if (task.state !== state) {
    if (state === 'submitted' && hasBegun(task)) return;
    task.state = state;
    task.stateSince = at.now;
    task.lastSignAt = at.now;
  }
}

function noteEnd(
  { vantage }: TaskSeen | StatusSeen,
  at: Situation,
  state: TerminalState,
  artifacts: ArtifactRecord | undefined,
): void {
  const { channel, operation, id: vantageId, request } = vantage;
  if (channel === 'push') return;
  // Reads that were old before there was an end don't contradict it.
  if (at.task.reads !== undefined) at.task.reads.stale = 0;
  at.task.end = {
    state,
    channel,
    operation,
    vantageId,
    asked: at.asked,
    received: at.now,
    print: at.print,
    artifacts,
    whole: operation === 'SendMessage' && request.blocking !== false && at.task.peer.claims.dialect === '1.0',
  };
}

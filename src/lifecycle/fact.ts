import { isStreaming } from '../protocol/call.ts';
import type { Observation } from '../protocol/observation.ts';
import type { TaskState } from '../protocol/task-state.ts';
import { sendsUndeclared } from './note-turn.ts';
import { isForeign, runsBack } from './order.ts';
import { FLAG, type TaskRecord } from './record.ts';
import type { Situation } from './situation.ts';
import { STREAM } from './stream-record.ts';

/**
 * Simple facts of an observation in its situation, found out once for all rules. A clause names those without which it
 * can't break, and is tried only where they are given: most frames of a healthy task meet next to none.
 */
export const FACT = {
  /** The answer to a plain call, or the first frame of a stream. */
  first: 1 << 0,
  /** Its stream has told the end. */
  ended: 1 << 1,
  /** It equals the frame before it. */
  repeated: 1 << 2,
  /** Its stream has brought a Message. */
  afterMessage: 1 << 3,
  /** `final: true` came before it on its stream, or comes with it. */
  announced: 1 << 4,
  final: 1 << 5,
  /** It names another task, or another context, than the task's. */
  foreign: 1 << 6,
  otherContext: 1 << 7,
  /** The state that it tells. */
  terminal: 1 << 8,
  interrupted: 1 << 9,
  submitted: 1 << 10,
  unknown: 1 << 11,
  /** An end of the task is known. */
  taskEnded: 1 << 12,
  /** A cancel was asked. */
  cancelAsked: 1 << 13,
  /** The task has had a further message, a web-hook, a question, or a stream that was left. */
  rare: 1 << 14,
  /** The operation: a read, a cancel, a send. */
  read: 1 << 15,
  cancel: 1 << 16,
  send: 1 << 17,
  /** It came by a stream, or its call asked for one. */
  streaming: 1 << 18,
  /** Something is wrong with the request on purpose. */
  probe: 1 << 19,
  /** Its timestamp is older than one told before it. */
  clockBack: 1 << 20,
  /** Its stream has just asked for input. */
  asking: 1 << 21,
  /** A message of a type that the card doesn't list was taken, or is answered here. */
  undeclaredInput: 1 << 22,
  /** An artifact that its stream hasn't brought before; one without a part; a chunk that is appended. */
  newArtifact: 1 << 23,
  empty: 1 << 24,
  append: 1 << 25,
  /** It was delivered to a web-hook. */
  delivered: 1 << 26,
  /** It was seen under another identity than the task's own. */
  otherIdentity: 1 << 27,
} as const;

/** The facts of an observation. */
export function factsOf(seen: Observation, at: Situation): number {
  const { task, stream } = at;
  const { vantage } = seen;
  let facts = ofOperation(vantage.operation);
  if (vantage.channel === 'push') facts |= FACT.delivered;
  else if (vantage.channel === 'answer') facts |= FACT.first;
  if (vantage.request.probe !== undefined) facts |= FACT.probe;
  if (isOtherIdentity(task, vantage.request.identity)) facts |= FACT.otherIdentity;
  if (task.end !== undefined) facts |= FACT.taskEnded;
  if (task.cancel !== undefined) facts |= FACT.cancelAsked;
  if (task.rare !== undefined) facts |= FACT.rare;
  if ((task.flags & FLAG.undeclaredInput) !== 0 || sendsUndeclared(vantage, at)) facts |= FACT.undeclaredInput;
  if (stream !== undefined) {
    facts |= FACT.streaming;
    if (stream.frames === 0) facts |= FACT.first;
    else if (at.print === stream.lastPrint) facts |= FACT.repeated;
    if ((stream.flags & STREAM.message) !== 0) facts |= FACT.afterMessage;
    if ((stream.flags & STREAM.final) !== 0) facts |= FACT.announced;
    const { state } = stream;
    if (state !== undefined && (stream.flags & STREAM.overlap) === 0) facts |= ofStream(state);
  }
  switch (seen.kind) {
    case 'status':
      if (seen.final === true) facts |= FACT.final;
      if (isForeign(seen.taskId, task)) facts |= FACT.foreign;
      if (isOther(seen.contextId, task.contextId)) facts |= FACT.otherContext;
      if (at.stamp !== undefined && runsBack(at, seen.state)) facts |= FACT.clockBack;
      return facts | ofState(seen.state);
    case 'artifact':
      if (isForeign(seen.taskId, task)) facts |= FACT.foreign;
      if (isOther(seen.contextId, task.contextId)) facts |= FACT.otherContext;
      if (at.known === undefined) facts |= FACT.newArtifact;
      if (seen.artifact.parts.length === 0) facts |= FACT.empty;
      return seen.append ? facts | FACT.append : facts;
    case 'task':
      if (isForeign(seen.task.id, task)) facts |= FACT.foreign;
      if (isOther(seen.task.contextId, task.contextId)) facts |= FACT.otherContext;
      return facts | ofState(seen.task.state);
    default:
      return facts;
  }
}

/** Whether a call was made under another identity than the task's own. */
export function isOtherIdentity(task: TaskRecord, identity: string | undefined): boolean {
  const own = task.rare?.identity;
  return identity !== undefined && own !== undefined && identity !== own;
}

function isOther(told: string | undefined, known: string | undefined): boolean {
  return told !== undefined && known !== undefined && told !== known;
}

function ofState(state: TaskState): number {
  switch (state) {
    case 'working':
      return 0;
    case 'submitted':
      return FACT.submitted;
    case 'unknown':
      return FACT.unknown;
    case 'input-required':
    case 'auth-required':
      return FACT.interrupted;
    default:
      return FACT.terminal;
  }
}

function ofStream(state: TaskState): number {
  const facts = ofState(state);
  if (facts === FACT.terminal) return FACT.ended;
  return state === 'input-required' ? FACT.asking : 0;
}

function ofOperation(operation: Observation['vantage']['operation']): number {
  switch (operation) {
    case 'GetTask':
      return FACT.read;
    case 'CancelTask':
      return FACT.cancel;
    case 'SendMessage':
      return FACT.send;
    case 'SendStreamingMessage':
      return FACT.send | FACT.streaming;
    default:
      return isStreaming(operation) ? FACT.streaming : 0;
  }
}

import { isSend } from '../lifecycle/note-turn.ts';
import { isSince } from '../lifecycle/order.ts';
import { readTimestamp } from '../lifecycle/timestamp.ts';
import type { SettleTimes } from '../lifecycle/verdict.ts';
import type { CloseSeen, FailureSeen, Observation, StatusSeen, TaskSeen } from '../protocol/observation.ts';
import { isInterrupted, isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { CourseMemory } from './course-memory.ts';
import { newTurnMemory, noteAnswer, type TurnMemory, waitsAgain } from './turn-memory.ts';

/** The times that facts rest on, in ms. `withinMs` is also how long an agent may take to turn to an answer. */
export interface FactTimes extends SettleTimes {
  /** How long a frame may have been under way. */
  readonly inFlightMs: number;
}

/** Takes what an observation of the task itself means for the conclusion. The monitor has judged it by now. */
export function noteFacts(memory: CourseMemory, seen: Observation, times: FactTimes): void {
  const { facts, record } = memory;
  const { operation, request } = seen.vantage;
  const opens = isSend(operation) && record.id === undefined;
  if (facts.turn !== undefined) noteAnswer(facts.turn, seen);
  switch (seen.kind) {
    case 'asked':
      if (operation === 'CancelTask') facts.cancelAsked ??= seen.received;
      if (isSend(operation) && request.taskId !== undefined) facts.turn = newTurnMemory(seen, facts.task);
      return;
    case 'task':
      noteState(memory, seen.task.state, seen, times);
      noteTask(memory, seen, times);
      return noteLife(memory, seen, seen.task.state, times);
    case 'status':
      noteState(memory, seen.state, seen, times);
      if (!isInterrupted(record.state)) facts.paused = undefined;
      noteWaiting(memory, seen);
      return noteLife(memory, seen, seen.state, times);
    case 'artifact':
      return noteLife(memory, seen, undefined, times);
    case 'message':
      if (record.id === undefined) facts.answer ??= seen.message;
      return;
    case 'error':
      noteHeard(memory);
      if (opens) facts.refusal ??= seen;
      return;
    case 'failure':
      if (opens) facts.sendFailure ??= seen;
      return;
    case 'close':
      if (opens) facts.sendFailure ??= toldNothing(seen);
      return;
    default:
      return;
  }
}

function noteState({ facts }: CourseMemory, state: TaskState, seen: Observation, times: FactTimes): void {
  const { turn } = facts;
  if (isInterrupted(state)) facts.interruptedAt = seen.received;
  else if (turn !== undefined) turn.moved ||= isSince(turn.asked, seen, times.inFlightMs) && !isBefore(seen, turn);
}

/** Whether a replica that lags shows the task as it was before it asked. */
function isBefore(seen: Observation, { questionAt }: TurnMemory): boolean {
  const told = seen.kind === 'task' ? stampOf(seen) : undefined;
  return told !== undefined && questionAt !== undefined && told < questionAt;
}

function noteTask({ facts, record }: CourseMemory, seen: TaskSeen, times: FactTimes): void {
  const { task, vantage } = seen;
  if (task.state !== record.state) return;
  facts.task = task;
  const waits = facts.turn === undefined ? isInterrupted(task.state) : waitsAgain(facts.turn, seen, times);
  facts.paused = waits && vantage.operation === 'GetTask' ? task : undefined;
  facts.waiting = waits ? task : undefined;
}

/** A stream tells a question without a snapshot. To a follow-up, only what answers it tells the next one. */
function noteWaiting({ facts, record }: CourseMemory, { state, message, timestamp, vantage }: StatusSeen): void {
  const { turn } = facts;
  const { id, contextId } = record;
  const isNext = turn === undefined || turn.vantageId === vantage.id;
  const waits = isInterrupted(state) && state === record.state && isNext;
  const seen = { state, statusMessage: message, timestamp };
  const shown = facts.task ?? { artifacts: undefined, history: undefined, raw: {} };
  const task = id === undefined ? undefined : { id, contextId, ...shown };
  facts.waiting = waits && task !== undefined ? { ...task, ...seen } : undefined;
}

function noteHeard({ facts }: CourseMemory): void {
  if (facts.cancelAsked !== undefined) facts.heardSinceCancel = true;
}

/** Signs of life after the agent said canceled, or after our cancel if it never did. */
function noteLife(memory: CourseMemory, seen: Observation, state: TaskState | undefined, times: FactTimes): void {
  noteHeard(memory);
  const { facts } = memory;
  const { vantage, received } = seen;
  if (state === 'canceled') {
    if (facts.canceledAt === undefined) facts.canceledStamp = stampOf(seen);
    facts.canceledAt ??= received;
    return;
  }
  const since = facts.canceledAt ?? facts.cancelAsked;
  if (since === undefined || (facts.canceledAt === undefined && isTerminal(state))) return;
  const frame = vantage.channel === 'stream';
  const certain = isSince(since, seen, times.inFlightMs) || (frame && isLater(seen, state, facts));
  if (frame && certain && facts.canceledAt !== undefined) {
    facts.framesAfter++;
    if (isTerminal(state)) facts.otherEnd = state;
  }
  facts.wentOn ||= certain;
  if (frame || !isTerminal(state)) facts.lastLifeAt = received;
}

/** An agent may run on several machines, whose clocks differ a little. */
const CLOCKS_APART_MS = 1_000;

/**
 * Whether a frame shows by what it says that it can't have been under way when the agent said canceled: it tells another
 * end than that, or a time well behind it, by the agent's own clocks.
 */
function isLater(seen: Observation, state: TaskState | undefined, { canceledStamp }: CourseMemory['facts']): boolean {
  if (state === undefined) return false;
  const stamp = stampOf(seen);
  return (
    isTerminal(state) || (stamp !== undefined && canceledStamp !== undefined && stamp - canceledStamp > CLOCKS_APART_MS)
  );
}

function stampOf(seen: Observation): number | undefined {
  if (seen.kind === 'status') return readTimestamp(seen.timestamp);
  return seen.kind === 'task' ? readTimestamp(seen.task.timestamp) : undefined;
}

/** A stream that ended before it told a task has answered the message as little as a lost answer. */
function toldNothing({ vantage, received }: CloseSeen): FailureSeen {
  const message = 'the stream that the message opened ended before it told a task';
  return { kind: 'failure', reason: 'reset', message, sent: true, vantage, received };
}

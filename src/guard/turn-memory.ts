import { readTimestamp } from '../lifecycle/timestamp.ts';
import type { SettleTimes } from '../lifecycle/verdict.ts';
import { contentDigest } from '../protocol/content-digest.ts';
import { refusedUntouched } from '../protocol/error-code.ts';
import type { Message, Task } from '../protocol/model.ts';
import type { ErrorSeen, FailureSeen, Observation, TaskSeen } from '../protocol/observation.ts';
import { isInterrupted } from '../protocol/task-state.ts';

/**
 * A follow-up that was sent to a task, and what came of it: plain data. Between the answer to it and the work on it an
 * agent may still show the old question for a while, so it counts as asked again only if it is another one, if the task
 * was seen at work meanwhile, or if it stays for longer than that can take.
 */
export interface TurnMemory {
  readonly vantageId: number;
  readonly messageId: string | undefined;
  readonly asked: number;
  /** The question that it answers, by `questionOf`, and when the agent says that it was asked. */
  readonly question: string;
  readonly questionAt: number | undefined;
  /** `refused`: it is known not to have been taken in. `unknown`: it may have been. */
  answer: 'none' | 'taken' | 'refused' | 'unknown';
  answeredAt: number;
  refusal: ErrorSeen | FailureSeen | undefined;
  /** What the agent said to it, where it answered with a message. */
  said?: Message;
  /** Another task that the call was answered with: what was said to ours went there. */
  elsewhere?: string;
  /** The task was seen at work since. */
  moved: boolean;
  /** It can't be found out whether it was taken in. */
  lost: boolean;
}

/** What a task that waits asks for: two snapshots of one question have one value. */
export function questionOf(task: Task): string {
  const { state, timestamp, statusMessage } = task;
  return [state, timestamp, statusMessage?.messageId, contentDigest(undefined, statusMessage)].join(' ');
}

/** The memory of a follow-up that goes out now, to a task that was last seen waiting like this. */
export function newTurnMemory(seen: Observation, waiting: Task | undefined): TurnMemory {
  return {
    vantageId: seen.vantage.id,
    messageId: seen.vantage.request.messageId,
    asked: seen.vantage.asked,
    question: waiting === undefined ? '' : questionOf(waiting),
    questionAt: readTimestamp(waiting?.timestamp),
    answer: 'none',
    answeredAt: 0,
    refusal: undefined,
    moved: false,
    lost: false,
  };
}

/** Takes in what is seen of the call that sent it. */
export function noteAnswer(turn: TurnMemory, seen: Observation): void {
  if (seen.vantage.id !== turn.vantageId || turn.answer === 'taken' || turn.answer === 'refused') return;
  switch (seen.kind) {
    case 'asked':
    case 'open':
    case 'defect':
      return;
    case 'error':
      turn.answer = refusedUntouched(seen.name, seen.httpStatus) ? 'refused' : 'unknown';
      turn.refusal = seen;
      break;
    case 'failure':
      turn.answer = seen.sent ? 'unknown' : 'refused';
      turn.refusal = seen;
      break;
    case 'silence':
    case 'close':
      turn.answer = 'unknown';
      break;
    case 'message':
      turn.said = seen.message;
      turn.answer = 'taken';
      break;
    default:
      // A stream that was mute for a while speaks after all.
      turn.answer = 'taken';
  }
  turn.answeredAt = seen.received;
}

/** The call was answered with another task: whether ours has the message, too, nobody has said. */
export function noteForeignAnswer(turn: TurnMemory, seen: Observation): void {
  const { vantage, received } = seen;
  if (vantage.id !== turn.vantageId || turn.answer !== 'none') return;
  const taskId = seen.kind === 'task' ? seen.task.id : 'taskId' in seen ? seen.taskId : undefined;
  if (taskId !== undefined) turn.elsewhere = taskId;
  turn.answer = 'unknown';
  turn.answeredAt = received;
}

/**
 * Whether a read shows that the task waits for its caller again, `withinMs` being the time that an agent may take to
 * turn to the answer it was given. If it has turned to another task instead, reads `gapMs` apart show as much.
 */
export function waitsAgain(turn: TurnMemory, { task, vantage }: TaskSeen, { gapMs, withinMs }: SettleTimes): boolean {
  if (!isInterrupted(task.state) || vantage.asked < turn.asked) return false;
  if (task.history?.some(({ messageId }) => messageId !== undefined && messageId === turn.messageId)) {
    if (turn.answer === 'unknown') turn.answer = 'taken';
  }
  if (turn.moved || questionOf(task) !== turn.question) return true;
  const bound = turn.elsewhere === undefined ? withinMs : Math.min(gapMs, withinMs);
  const late = turn.answer !== 'none' && vantage.asked >= turn.answeredAt + bound;
  switch (turn.answer) {
    case 'none':
      return false;
    case 'refused':
      return vantage.asked >= turn.answeredAt;
    case 'taken':
      return late;
    case 'unknown':
      turn.lost ||= late;
      return false;
  }
}

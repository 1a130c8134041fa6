import type { A2AErrorName } from '../protocol/error-code.ts';
import type { Message } from '../protocol/model.ts';
import type { Observation, Vantage } from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import { idPrint, questionPrint } from './frame-print.ts';
import { takes } from './modes.ts';
import { FLAG, type RareRecord, rareOf } from './record.ts';
import type { Situation, Stamp } from './situation.ts';

/** Whether an operation sends a message. */
export function isSend(operation: Operation): boolean {
  return operation === 'SendMessage' || operation === 'SendStreamingMessage';
}

/** What a part without a media type counts as: it is not known whether one was named. */
const UNTYPED: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream']);

/** A message went out: to a task that exists, or to make one. */
export function noteTurnAsked(vantage: Vantage, at: Situation): void {
  const { task } = at;
  const { request } = vantage;
  if (task.id === undefined || request.taskId !== task.id) return;
  // A message into another context is refused rightly, and says nothing about the task's own turns.
  if (request.contextId !== undefined && task.contextId !== undefined && request.contextId !== task.contextId) return;
  const rare = rareOf(task);
  rare.parting = undefined;
  rare.turn = {
    vantageId: vantage.id,
    asked: at.asked,
    messageId: request.messageId,
    inputModes: request.inputModes,
    before: task.state,
    artifacts: task.reads?.artifacts,
    question: rare.questionId,
    answered: undefined,
    error: undefined,
    waiting: 0,
    waitingSince: 0,
    lacking: 0,
    lackingSince: 0,
  };
}

/** Whether a call sends a part of a type that the card doesn't list. */
export function sendsUndeclared({ operation, request }: Vantage, { task }: Situation): boolean {
  const { inputModes } = task.peer.claims;
  if (request.inputModes === undefined || inputModes.length === 0 || !isSend(operation)) return false;
  return request.inputModes.some((mode) => !UNTYPED.has(mode) && !takes(inputModes, mode));
}

/** The first answer to a turn, or the first frame of its stream. */
export function noteTurnAnswered(seen: Observation, at: Situation, error: A2AErrorName | undefined): void {
  if (error === undefined && sendsUndeclared(seen.vantage, at)) at.task.flags |= FLAG.undeclaredInput;
  const turn = at.task.rare?.turn;
  if (turn === undefined || turn.vantageId !== seen.vantage.id || turn.answered !== undefined) return;
  turn.answered = at.now;
  turn.error = error;
}

/** The task asks its caller for something. */
export function noteQuestion(message: Message | undefined, at: Situation): void {
  if (at.task.rare !== undefined) at.task.rare.questionId = 0;
  if (message === undefined) return;
  const rare = rareOf(at.task);
  const id = message.messageId === undefined ? 0 : idPrint(message.messageId, at.key);
  rare.questionId = id;
  const print = questionPrint(message, at.key);
  const again = print === rare.question;
  if (again && !isAskedAnew(id, at.stamp, rare)) return;
  if (rare.turn === undefined || rare.turn.asked <= rare.questionAt) {
    if (!again) rare.asks = 0;
  } else {
    rare.asks = again ? rare.asks + 1 : 0;
  }
  rare.question = print;
  rare.questionAt = at.now;
  rare.askedId = id;
  rare.askedStamp = at.stamp;
}

/** Whether the last question was asked once more in the same words, and is not the one that its caller has answered. */
export function isAskedAgain(message: Message, { task: { rare }, stamp, key }: Situation): boolean {
  if (rare === undefined || rare.question !== questionPrint(message, key)) return false;
  return isAskedAnew(message.messageId === undefined ? 0 : idPrint(message.messageId, key), stamp, rare);
}

/**
 * Whether words that were asked before are asked anew: under another id, or at a later time. What was asked before an
 * answer is shown on until the agent turns to that.
 */
function isAskedAnew(id: number, stamp: Stamp | undefined, { askedId, askedStamp }: RareRecord): boolean {
  if (stamp !== undefined && askedStamp !== undefined && stamp > askedStamp) return true;
  return id !== 0 && askedId !== 0 && id !== askedId;
}

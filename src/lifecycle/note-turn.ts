import type { A2AErrorName } from '../protocol/error-code.ts';
import type { Observation, Vantage } from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import { takesAll } from './modes.ts';
import { FLAG, rareOf } from './record.ts';
import type { Situation } from './situation.ts';

/** Whether an operation sends a message. */
export function isSend(operation: Operation): boolean {
  return operation === 'SendMessage' || operation === 'SendStreamingMessage';
}

/** A message went out: to a task that exists, or to make one. */
export function noteTurnAsked(vantage: Vantage, at: Situation): void {
  const { task } = at;
  const { request } = vantage;
  const { inputModes } = task.peer.claims;
  if (request.inputModes !== undefined && inputModes.length > 0 && !takesAll(inputModes, request.inputModes)) {
    task.flags |= FLAG.undeclaredInput;
  }
  if (task.id === undefined || request.taskId !== task.id) return;
  const rare = rareOf(task);
  rare.parting = undefined;
  rare.turn = {
    vantageId: vantage.id,
    asked: at.asked,
    messageId: request.messageId,
    inputModes: request.inputModes,
    before: task.state,
    artifacts: task.reads?.artifacts,
    answered: undefined,
    error: undefined,
    waiting: 0,
    waitingSince: 0,
    lacking: 0,
    lackingSince: 0,
  };
}

/** The first answer to a turn, or the first frame of its stream. */
export function noteTurnAnswered(seen: Observation, at: Situation, error: A2AErrorName | undefined): void {
  const turn = at.task.rare?.turn;
  if (turn === undefined || turn.vantageId !== seen.vantage.id || turn.answered !== undefined) return;
  turn.answered = at.now;
  turn.error = error;
}

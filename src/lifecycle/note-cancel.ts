import type { A2AErrorName } from '../protocol/error-code.ts';
import type { Observation } from '../protocol/observation.ts';
import type { TaskState } from '../protocol/task-state.ts';
import type { Situation } from './situation.ts';

/** A cancel was asked. Only the first is followed: the others can bring about nothing new. */
export function noteCancelAsked(at: Situation, vantageId: number): void {
  const { task } = at;
  if (task.cancel !== undefined) {
    task.cancel.count++;
    return;
  }
  task.cancel = {
    vantageId,
    asked: at.asked,
    count: 1,
    answered: undefined,
    state: undefined,
    error: undefined,
    before: task.state,
    canceledAt: undefined,
  };
}

/** A cancel was answered, by a task in a state or by an error. */
export function noteCancelAnswered(
  seen: Observation,
  at: Situation,
  state: TaskState | undefined,
  error: A2AErrorName | undefined,
): void {
  if (at.task.cancel === undefined) noteCancelAsked(at, seen.vantage.id);
  const { cancel } = at.task;
  if (cancel === undefined || cancel.vantageId !== seen.vantage.id) return;
  cancel.answered ??= at.now;
  cancel.state ??= state;
  cancel.error ??= error;
}

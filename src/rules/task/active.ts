import { isInterrupted, isTerminal, type TaskState } from '../../protocol/task-state.ts';

/** Whether a task in this state is the agent's to move on. */
export function isActive(state: TaskState | undefined): boolean {
  return state !== undefined && !isTerminal(state) && !isInterrupted(state);
}

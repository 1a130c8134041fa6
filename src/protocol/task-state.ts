/** The task states of A2A (§4.1.3), in the short spelling that 0.2 and 0.3 put on the wire. `unknown` is a state too. */
export const TASK_STATES = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
  'unknown',
] as const;

export type TaskState = (typeof TASK_STATES)[number];
export type TerminalState = 'completed' | 'failed' | 'canceled' | 'rejected';
export type InterruptedState = 'input-required' | 'auth-required';

/** Whether a task in this state can never change again (§4.1.3 and the life-of-a-task topic). */
export function isTerminal(state: TaskState | undefined): state is TerminalState {
  return state === 'completed' || state === 'failed' || state === 'canceled' || state === 'rejected';
}

/** Whether a task in this state waits for its caller (§3.4.3, §7.6). */
export function isInterrupted(state: TaskState | undefined): state is InterruptedState {
  return state === 'input-required' || state === 'auth-required';
}

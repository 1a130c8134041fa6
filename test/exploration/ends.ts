import type { TaskState, TerminalState } from '../../src/protocol/task-state.ts';

/** Something for each end that a task can have. */
export type Ends<T> = Record<TerminalState, T>;

export function perEnd<T>(value: T): Ends<T> {
  return { completed: value, failed: value, canceled: value, rejected: value };
}

const ENDS: ReadonlySet<string> = new Set(Object.keys(perEnd(true)));

/** Whether a task in this state has ended. */
export function isEnd(state: TaskState | 'not-found' | undefined): state is TerminalState {
  return state !== undefined && ENDS.has(state);
}

/** Whether any end has something. */
export function countOf(ends: Ends<unknown>): number {
  return Object.values(ends).filter((value) => value !== undefined && value !== false).length;
}

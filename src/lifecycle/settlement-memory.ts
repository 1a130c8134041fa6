import type { Task } from '../protocol/model.ts';
import type { TaskState, TerminalState } from '../protocol/task-state.ts';
import type { Contradiction } from './verdict.ts';

/** What a settlement remembers of its task: plain data, which can be copied, compared and kept. Times are in ms. */
export interface SettlementMemory {
  /** The first end that anything told. */
  told: ToldEnd | undefined;
  run: ReadRun | undefined;
  /** The task of an earlier run, and how the present one contradicts it. */
  before: Task | undefined;
  contradiction: Contradiction | undefined;
  endSince: number | undefined;
  lastState: TaskState | undefined;
  lastRead: number | undefined;
  regress: { readonly since: number; count: number } | undefined;
  cancelAsked: number | undefined;
  cancelRefused: boolean;
  lastFrame: number;
  lastSign: number | undefined;
  longestGapMs: number;
}

/** Reads one after the other that all told the same end with the same content, or all that the task is not found. */
export interface ReadRun {
  /** `undefined`: not found. */
  readonly task: Task | undefined;
  readonly digest: string;
  readonly firstAsked: number;
  readonly firstReceived: number;
  lastAsked: number;
  count: number;
}

export interface ToldEnd {
  readonly state: TerminalState;
  readonly at: number;
}

/** The memory of a task of which nothing has been seen. */
export function newSettlementMemory(): SettlementMemory {
  return {
    told: undefined,
    run: undefined,
    before: undefined,
    contradiction: undefined,
    endSince: undefined,
    lastState: undefined,
    lastRead: undefined,
    regress: undefined,
    cancelAsked: undefined,
    cancelRefused: false,
    lastFrame: 0,
    lastSign: undefined,
    longestGapMs: 0,
  };
}

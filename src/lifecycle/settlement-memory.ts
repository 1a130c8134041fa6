import type { Task } from '../protocol/model.ts';
import type { TaskState, TerminalState } from '../protocol/task-state.ts';
import type { Contradiction } from './verdict.ts';

/** What a settlement remembers of its task: plain data, which can be copied, compared and kept. Times are in ms. */
export interface SettlementMemory {
  taskId: string | undefined;
  /** The first end that anything told. */
  told: { readonly state: TerminalState; readonly at: number } | undefined;
  run: ReadRun | undefined;
  /** The task of an earlier run, and how a later read contradicted it. */
  before: Task | undefined;
  contradiction: Contradiction | undefined;
  /** Answers in a row that the task is not found: the first received, the last asked. */
  notFound: { readonly since: number; until: number; count: number } | undefined;
  /** Reads that were refused as nothing that the agent serves, while none was ever answered. */
  unserved: number;
  /** When the first read was received that said canceled since a frame last disturbed the watch. */
  watchFrom: number | undefined;
  /** Reads in a row that deny an end which was read. */
  regress: { readonly since: number; count: number } | undefined;
  cancelAsked: number | undefined;
  cancelRefused: boolean;
  /** What the last read of the task showed. */
  shown: { readonly state: TaskState; readonly digest: string } | undefined;
  lastRead: number | undefined;
  lastSign: number | undefined;
  longestGapMs: number;
}

/** Reads one after the other that all told the same end with the same content. */
export interface ReadRun {
  readonly task: Task;
  readonly digest: string;
  /** When the first was received and when the last was asked: between the two, nothing can have changed. */
  readonly since: number;
  until: number;
  /** One of them was asked after this end had been told by something else, or by another one. */
  confirmed: boolean;
}

/** The memory of a task of which nothing has been seen. */
export function newSettlementMemory(): SettlementMemory {
  return {
    taskId: undefined,
    told: undefined,
    run: undefined,
    before: undefined,
    contradiction: undefined,
    notFound: undefined,
    unserved: 0,
    watchFrom: undefined,
    regress: undefined,
    cancelAsked: undefined,
    cancelRefused: false,
    shown: undefined,
    lastRead: undefined,
    lastSign: undefined,
    longestGapMs: 0,
  };
}

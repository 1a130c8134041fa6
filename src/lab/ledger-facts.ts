import type { Operation } from './exchange.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { isEnded, type State } from './model.ts';

/** An end that somebody was told of. */
export interface ToldEnd {
  readonly at: number;
  /** The operation whose answer or stream told it, or `push`. */
  readonly channel: Operation | 'push';
  readonly state: State;
}

/** What a peer did with one task, and what it said about it. Times are milliseconds since the epoch. */
export interface TaskFacts {
  readonly taskId: string;
  /** When the work began and stopped for good or for now; `stoppedAt` is missing while it goes on. */
  readonly startedAt?: number | undefined;
  readonly stoppedAt?: number | undefined;
  /** The state in which the work really stopped. */
  readonly stoppedAs?: State | undefined;
  /** When the first cancel was answered without a fault, and with which state. */
  readonly cancelAnsweredAt?: number | undefined;
  readonly cancelAnswer?: State | undefined;
  /** How long the work went on after that answer, in milliseconds. */
  readonly ranOnMs: number;
  /** Frames sent after that answer, the stream's own word of the end aside. */
  readonly framesAfterCancel: number;
  readonly toldEnds: readonly ToldEnd[];
}

/** Computes the facts of a task from what the ledger holds. @param now for work that still goes on. */
export function taskFacts(ledger: Ledger, taskId: string, now: number): TaskFacts {
  const entries = ledger.ofTask(taskId);
  const runs = entries.filter(({ kind }) => kind === 'run');
  const last = runs.at(-1);
  const stopped = last !== undefined && last.state !== 'working' ? last : undefined;
  const cancel = entries.find(({ kind, operation, fault }) => kind === 'answer' && operation === 'cancel' && !fault);
  const after = (entry: LedgerEntry) => cancel !== undefined && entry.at > cancel.at;
  const frames = entries.filter((entry) => entry.kind === 'frame' && after(entry) && entry.state !== 'canceled');
  return {
    taskId,
    startedAt: runs[0]?.at,
    stoppedAt: stopped?.at,
    stoppedAs: stopped?.state,
    cancelAnsweredAt: cancel?.at,
    cancelAnswer: cancel?.state,
    ranOnMs: cancel === undefined || last === undefined ? 0 : Math.max(0, (stopped?.at ?? now) - cancel.at),
    framesAfterCancel: frames.length,
    toldEnds: entries.flatMap(toldEnd),
  };
}

/** The ids of the tasks that the ledger knows, in the order of their first mention. */
export function knownTasks(ledger: Ledger): readonly string[] {
  return [...new Set(ledger.entries.flatMap(({ taskId }) => taskId ?? []))];
}

/** The ids of messages that were received more than once. */
export function doubledMessages(ledger: Ledger): readonly string[] {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const { kind, messageId } of ledger.entries) {
    if (kind !== 'request' || messageId === undefined) continue;
    if (seen.has(messageId)) doubled.add(messageId);
    seen.add(messageId);
  }
  return [...doubled];
}

function toldEnd({ at, kind, operation, state }: LedgerEntry): readonly ToldEnd[] {
  if (state === undefined || !isEnded(state)) return [];
  if (kind === 'push') return [{ at, channel: 'push', state }];
  const spoken = kind === 'answer' || kind === 'frame';
  return spoken && operation !== undefined ? [{ at, channel: operation, state }] : [];
}

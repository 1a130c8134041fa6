import type { Task } from '../protocol/model.ts';
import type { TerminalState } from '../protocol/task-state.ts';

/** What is known of a task's end. */
export type Verdict =
  | { readonly kind: 'open' }
  /** An end was told, and is not verified yet. */
  | { readonly kind: 'told'; readonly state: TerminalState }
  /** Verified. `purged`: canceled, and by now forgotten by the peer, which is allowed. */
  | { readonly kind: 'settled'; readonly task: Task; readonly digest: string; readonly purged: boolean }
  /** Reads contradict each other: by another end, or by contents that never come to rest. */
  | { readonly kind: 'contradicted'; readonly by: Contradiction; readonly task: Task; readonly before: Task }
  /** The peer's own report is all there is. */
  | { readonly kind: 'unconfirmed'; readonly state: TerminalState; readonly why: 'purged' | 'not-shown' }
  /** A cancel was asked, and past every bound nothing has settled. `told`: the end that was told meanwhile. */
  | { readonly kind: 'running'; readonly told: TerminalState | undefined }
  /** The peer had the task, told no end, and now says that there is none. */
  | { readonly kind: 'lost' };

export type Contradiction = 'state' | 'content';

/** The times that settling rests on, in ms. */
export interface SettleTimes {
  /** The least time between the two reads that settle an end. */
  readonly gapMs: number;
  /** How long a told end may take to show in reads, or to stop changing. */
  readonly withinMs: number;
  /** How long a canceled task is watched at least, and at most. */
  readonly watchMs: number;
  readonly watchMostMs: number;
}

/** The parts of the invariants. Each can be left out, to prove what it is there for. */
export const SETTLE_CHECKS = [
  /** One read is not enough for `completed`. */
  'second-read',
  /** Nor are two at once. */
  'read-gap',
  /** Nor are two that hold different contents. */
  'equal-content',
  /** `canceled` is watched for a while. */
  'cancel-watch',
  /** The watch is longer where the task has made longer pauses. */
  'widened-watch',
  /** Frames start the watch anew. */
  'quiet-streams',
  /** A canceled task that is not found once may be found again. */
  'not-found-twice',
  /** `failed` and `rejected` take a read that was asked after they were told. */
  'confirm-failure',
  /** A read that is older than one already seen settles nothing. */
  'ignore-stale',
  /** No other answer is taken for a read. */
  'reads-only',
  /** What is told of another task says nothing of this one. */
  'own-task',
] as const;
export type SettleCheck = (typeof SETTLE_CHECKS)[number];

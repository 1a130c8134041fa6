import type { ResultPredicate } from './result-predicate.ts';

/** What a kind of task may need of an agent beyond taking a message and giving a result. */
export const NEEDS = ['streaming', 'push', 'multi-turn', 'history', 'cancel'] as const;
export type Need = (typeof NEEDS)[number];

/** What a kind of task needs. Empty lists of media types mean any. */
export interface TaskClass {
  /** The id of the skill that it is for. */
  readonly skill: string | undefined;
  /** Media types in which the work can be given; one that the agent takes is enough. */
  readonly input: readonly string[];
  /** Media types in which a question can be answered; as `input` where it is empty. */
  readonly followUp: readonly string[];
  /** Media types in which the result can be taken; one that the agent gives is enough. */
  readonly output: readonly string[];
  /** Without these it can't be carried through. */
  readonly needs: readonly Need[];
  /** These are wanted, and can be done without. */
  readonly prefers: readonly Need[];
  /** Media types that are of use only while they flow, such as live audio: as a stream or not at all. */
  readonly streamed: readonly string[];
  /** The longest that such a task is expected to run, in ms. */
  readonly maxDurationMs: number | undefined;
  /** Whether one send and its answer will do where nothing of the task can be followed. */
  readonly singleShot: boolean;
  /** `card`: every wait has to be derivable from the card itself (the strict reading). */
  readonly bounds: 'any' | 'card';
  /** What a completed task must hold to be of use. */
  readonly result: ResultPredicate | undefined;
}

/** A task about which nothing is known. */
export const DEFAULT_TASK_CLASS: TaskClass = {
  skill: undefined,
  input: [],
  followUp: [],
  output: [],
  needs: [],
  prefers: [],
  streamed: [],
  maxDurationMs: undefined,
  singleShot: false,
  bounds: 'any',
  result: undefined,
};

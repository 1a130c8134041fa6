import type { A2AErrorName } from '../protocol/error-code.ts';
import type { Operation } from '../protocol/operation.ts';
import type { TaskState, TerminalState } from '../protocol/task-state.ts';
import type { ArtifactRecord } from './artifact-record.ts';
import type { PeerFacts } from './peer-facts.ts';
import type { PushRecord } from './push-record.ts';
import type { Moment, Stamp } from './situation.ts';
import type { StreamRecord } from './stream-record.ts';
import type { TurnRecord } from './turn-record.ts';

/**
 * What the monitor remembers of one task: small, mutable, without any content. Records are made for a million live
 * tasks, so rarely needed facts hang in records of their own, and lists are linked rather than arrays of one.
 * A record belongs to the monitor that fills it.
 */
export interface TaskRecord {
  readonly peer: PeerFacts;
  /** As first told by the peer; `undefined` until then. */
  id: string | undefined;
  contextId: string | undefined;
  /** The newest state told on any channel, stale reads left out. */
  state: TaskState | undefined;
  /** The newest `status.timestamp` told with it. */
  stamp: Stamp | undefined;
  /** When the newest state, or its newest timestamp, was first told. */
  stateSince: Moment;
  /** The first end that was told, if any. */
  end: EndRecord | undefined;
  /** The newest stream first. */
  streams: StreamRecord | undefined;
  reads: ReadRecord | undefined;
  cancel: CancelRecord | undefined;
  rare: RareRecord | undefined;
  /** When anything of the task was last seen or asked. */
  clock: Moment;
  /** When anything of the task last changed. */
  lastSignAt: Moment;
  /** Bits of `FLAG`, and of `stateBit` for each state told. */
  flags: number;
  /** The rules found broken so far, each with the strength of its strongest finding; made at the first one. */
  found: Map<string, number> | undefined;
}

/** A task of which nothing has been seen yet. */
export function newTaskRecord(peer: PeerFacts): TaskRecord {
  return {
    peer,
    id: undefined,
    contextId: undefined,
    state: undefined,
    stamp: undefined,
    stateSince: 0,
    end: undefined,
    streams: undefined,
    reads: undefined,
    cancel: undefined,
    rare: undefined,
    clock: 0,
    lastSignAt: 0,
    flags: 0,
    found: undefined,
  };
}

/** Facts of a task that are either so or not. */
export const FLAG = {
  /** The peer answered with a Message instead of a task. */
  answered: 1,
  /** Two reads have settled the end. */
  settled: 2,
  /** The peer's timestamps have run back: they say nothing of which of two reads is older. */
  clockJumped: 4,
  /** A message with a part that the card doesn't list was answered by a result. */
  undeclaredInput: 8,
  /** The peer answered with an internal error on this task. */
  faulted: 16,
  /** A send that waits was cut off on the way, long after it was asked. */
  cutOff: 32,
} as const;

/** The first terminal state told. Another one, told later or earlier on whatever channel, contradicts it. */
export interface EndRecord {
  readonly state: TerminalState;
  readonly channel: 'answer' | 'stream';
  readonly operation: Operation;
  readonly vantageId: number;
  readonly asked: Moment;
  readonly received: Moment;
  /** The frame or snapshot that told it. */
  readonly print: number;
  /** What that snapshot held, if it was one, and whether it had to hold everything. */
  readonly artifacts: ArtifactRecord | undefined;
  readonly whole: boolean;
}

/** The reads (GetTask) of a task. */
export interface ReadRecord {
  count: number;
  /** The newest read in order that told a state. */
  state: TaskState | undefined;
  print: number;
  asked: Moment;
  received: Moment;
  artifacts: ArtifactRecord | undefined;
  /** What it said in the place of artifacts. */
  words: ArtifactRecord | undefined;
  /** The print of the oldest message that was shown by a read of all history, or by such an answer to a send; 0 until then. */
  oldest: number;
  /** How many messages the newest read of all history showed. */
  messages: number;
  /** Reads in a row that told what this one tells. */
  unchanged: number;
  /** When the first read that told an end was received; 0 until then. */
  endedAt: Moment;
  /** When the first read of this end with this content was received. */
  sameEndSince: Moment;
  /** Reads older than something seen, and when the first was asked: all since the end, or in a row where there is none. */
  stale: number;
  staleSince: Moment;
  /** Answers in a row that the task is not found, and when the first of them was asked. */
  notFound: number;
  notFoundSince: Moment;
}

/** The first cancel that was asked, and what came of it. */
export interface CancelRecord {
  readonly vantageId: number;
  readonly asked: Moment;
  /** How many cancels were asked in all. */
  count: number;
  /** When the first was answered; `undefined` until then. */
  answered: Moment | undefined;
  /** The state that the answer told; `undefined` for an error. */
  state: TaskState | undefined;
  /** The error that the answer was. */
  error: A2AErrorName | undefined;
  /** What had been known as the state when the cancel was asked. */
  readonly before: TaskState | undefined;
  /** The first time anything told `canceled`. */
  canceledAt: Moment | undefined;
}

/** What few tasks need. */
export interface RareRecord {
  /** The identity under which the task was first seen. */
  identity: string | undefined;
  /** The last message sent to the task after the one that it was made for. */
  turn: TurnRecord | undefined;
  push: PushRecord | undefined;
  /** The task as it was when its last open stream ended by us or by the network. */
  parting: PartingRecord | undefined;
  /** The last question that was asked of the caller, when, and how often it came again after an answer. */
  question: number;
  questionAt: Moment;
  /** The print of the id of the message that asked newest; 0 if it had none. */
  questionId: number;
  /** By what one knows that a question in the same words is asked anew: the id when it was asked first, and the time told. */
  askedId: number;
  askedStamp: Stamp | undefined;
  asks: number;
}

export interface PartingRecord {
  readonly at: Moment;
  readonly state: TaskState | undefined;
  readonly stamp: Stamp | undefined;
}

/** The rarely needed facts of a task, made at the first need. */
export function rareOf(task: TaskRecord): RareRecord {
  task.rare ??= {
    identity: undefined,
    turn: undefined,
    push: undefined,
    parting: undefined,
    question: 0,
    questionAt: 0,
    questionId: 0,
    askedId: 0,
    askedStamp: undefined,
    asks: 0,
  };
  return task.rare;
}

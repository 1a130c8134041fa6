import type { Operation } from '../protocol/operation.ts';
import type { TaskState, TerminalState } from '../protocol/task-state.ts';
import type { Certainty } from './finding.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { PeerFacts } from './peer-facts.ts';

/**
 * What the monitor remembers of one task: small, mutable, without any content. Records are made for a million live
 * tasks, so rarely needed facts hang in records of their own, and lists are linked rather than arrays of one.
 */
export interface TaskRecord {
  readonly peer: PeerFacts;
  /** As first told by the peer; `undefined` until then. */
  id: string | undefined;
  contextId: string | undefined;
  /** The newest state told on any channel, stale reads left out. */
  state: TaskState | undefined;
  /** The newest `status.timestamp` told with it, and the first one ever. */
  timestamp: string | undefined;
  firstTimestamp: string | undefined;
  /** When the newest state was first told. */
  stateSince: number;
  /** The first end that was told, if any. */
  end: EndRecord | undefined;
  /** The newest stream first. */
  streams: StreamRecord | undefined;
  reads: ReadRecord | undefined;
  cancel: CancelRecord | undefined;
  /** The longest pause between two signs of life, in ms; what a watch window is measured by. */
  longestGapMs: number;
  lastSignAt: number;
  /** Bits of `FLAG`. */
  flags: number;
  /** The rules found broken so far, each with its strongest certainty; made at the first one. */
  found: Map<string, Certainty> | undefined;
}

/** A task of which nothing has been seen yet. */
export function newTaskRecord(peer: PeerFacts): TaskRecord {
  return {
    peer,
    id: undefined,
    contextId: undefined,
    state: undefined,
    timestamp: undefined,
    firstTimestamp: undefined,
    stateSince: 0,
    end: undefined,
    streams: undefined,
    reads: undefined,
    cancel: undefined,
    longestGapMs: 0,
    lastSignAt: 0,
    flags: 0,
    found: undefined,
  };
}

/** Facts of a task that are either so or not. */
export const FLAG = {
  /** The peer answered with a Message instead of a task. */
  answered: 1,
  /** The task has left `submitted`. */
  begun: 2,
  /** A state that no dialect knows was told. */
  strangeState: 4,
} as const;

/** The first terminal state told. Another one, told later or earlier on whatever channel, contradicts it. */
export interface EndRecord {
  readonly state: TerminalState;
  readonly channel: 'answer' | 'stream' | 'push';
  readonly operation: Operation;
  readonly vantageId: number;
  readonly asked: number;
  readonly received: number;
}

/** What one stream has told of the task so far. */
export interface StreamRecord {
  readonly vantageId: number;
  readonly operation: Operation;
  readonly asked: number;
  next: StreamRecord | undefined;
  /** Frames that told something of this task. */
  frames: number;
  state: TaskState | undefined;
  timestamp: string | undefined;
  firstFrameAt: number;
  lastFrameAt: number;
  artifacts: ArtifactRecord | undefined;
  /** Bits of `STREAM`. */
  flags: number;
}

export const STREAM = {
  open: 1,
  closed: 2,
  /** The first frame was a Task or a Message. */
  snapshotFirst: 4,
  message: 8,
  /** 0.x: `final: true` was told. */
  final: 16,
  /** A subscription whose events may repeat what its snapshot held: nothing is concluded from order or content. */
  overlap: 32,
  /** Content on this stream can't be put together: an append without its beginning, or a gap. */
  partial: 64,
  broken: 128,
} as const;

/** One artifact as told by one channel. */
export interface ArtifactRecord extends Fingerprint {
  readonly artifactId: string;
  next: ArtifactRecord | undefined;
  /** UTF-16 code units of the text so far, while all of it is one text run; −1 once it isn't. */
  textLength: number;
  chunks: number;
}

/** The reads (GetTask) of a task. */
export interface ReadRecord {
  count: number;
  /** The newest read in order that told a state. */
  state: TaskState | undefined;
  asked: number;
  received: number;
  artifacts: ArtifactRecord | undefined;
  /** Reads in a row that were older than one already seen, and when the first of them was received. */
  stale: number;
  staleSince: number;
  /** Answers in a row that the task is not found. */
  notFound: number;
}

/** The first cancel that was asked, and what came of it. */
export interface CancelRecord {
  readonly vantageId: number;
  readonly asked: number;
  /** How many cancels were asked in all. */
  count: number;
  /** When the first was answered; `undefined` until then. */
  answered: number | undefined;
  /** The state that the answer told; `undefined` for an error. */
  state: TaskState | undefined;
  /** What had been known as the state when the cancel was asked. */
  readonly before: TaskState | undefined;
  /** The first time anything told `canceled`. */
  canceledAt: number | undefined;
}

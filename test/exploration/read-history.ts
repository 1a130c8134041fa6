import type { InterruptedState, TaskState, TerminalState } from '../../src/protocol/task-state.ts';
import { type Ends, isEnd, perEnd } from './ends.ts';

/** A read that was answered. Times are in ms. */
export interface Answer {
  readonly asked: number;
  readonly received: number;
  readonly said: TaskState | 'not-found';
  readonly content: string;
}

/** What the invariants ask of the reads of a course. Plain data. */
export interface Reads {
  /** The ends that reads told, and whether they showed more than one content of an ended task. */
  readonly ends: Ends<boolean>;
  severalContents: boolean;
  /** The last read of a task that was found. */
  last: { readonly said: string; readonly content: string } | undefined;
  /** The content of the last read that told an end. */
  endContent: string | undefined;
  readonly interrupted: Record<InterruptedState, boolean>;
  /** The reads of `completed` with the content of the last one: when the first was received, and whether one followed. */
  completed: { readonly content: string; readonly since: number; apart: boolean } | undefined;
  /** The reads of `canceled` with the content of the last one, since the last frame that disturbed it. */
  watch: { readonly content: string; readonly since: number; until: number; notFound: number } | undefined;
  /** `failed` and `rejected`: a read said so that was asked after it had been told. */
  readonly confirmed: Ends<boolean>;
  notFound: number;
  /** Reads that deny an end that an earlier read told. */
  takenBack: { readonly after: number; since: number | undefined; count: number; span: number } | undefined;
}

export function newReads(): Reads {
  return {
    ends: perEnd(false),
    severalContents: false,
    last: undefined,
    endContent: undefined,
    interrupted: { 'input-required': false, 'auth-required': false },
    completed: undefined,
    watch: undefined,
    confirmed: perEnd(false),
    notFound: 0,
    takenBack: undefined,
  };
}

const GAP_MS = 1_000;

/** Notes an answer; whether it showed anything that the one before had not. */
export function noteRead(reads: Reads, told: Ends<number | undefined>, answer: Answer): boolean {
  const { said, content, asked, received } = answer;
  if (said === 'not-found') {
    reads.notFound = Math.min(reads.notFound + 1, 2);
    if (reads.watch === undefined && reads.last?.said === 'canceled') {
      reads.watch = { content: reads.last.content, since: received, until: asked, notFound: 0 };
    }
    if (reads.watch !== undefined) {
      reads.watch.notFound = Math.min(reads.watch.notFound + 1, 2);
      reads.watch.until = Math.max(reads.watch.until, asked);
    }
    return false;
  }
  const news = reads.last?.said !== said || reads.last.content !== content;
  reads.last = { said, content };
  if (isEnd(said)) {
    noteEnd(reads, said, content, asked, received);
    if (asked > (told[said] ?? Number.POSITIVE_INFINITY)) reads.confirmed[said] = true;
  } else {
    if (said === 'input-required' || said === 'auth-required') reads.interrupted[said] = true;
    noteDenial(reads, asked);
  }
  return news;
}

function noteEnd(reads: Reads, said: TerminalState, content: string, asked: number, received: number): void {
  reads.ends[said] = true;
  reads.severalContents ||= reads.endContent !== undefined && reads.endContent !== content;
  reads.endContent = content;
  reads.takenBack ??= { after: received, since: undefined, count: 0, span: 0 };
  if (said === 'completed') {
    if (reads.completed?.content !== content) reads.completed = { content, since: received, apart: false };
    else if (asked >= reads.completed.since + GAP_MS) reads.completed.apart = true;
  }
  if (said === 'canceled') {
    const { watch } = reads;
    if (watch?.content !== content || watch.notFound > 0)
      reads.watch = { content, since: received, until: asked, notFound: 0 };
    else watch.until = Math.max(watch.until, asked);
  }
}

function noteDenial(reads: Reads, asked: number): void {
  const { takenBack } = reads;
  if (takenBack === undefined || asked <= takenBack.after) return;
  takenBack.since ??= asked;
  takenBack.count = Math.min(takenBack.count + 1, 3);
  takenBack.span = asked - takenBack.since;
}

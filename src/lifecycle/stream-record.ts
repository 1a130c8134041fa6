import type { Operation } from '../protocol/operation.ts';
import type { TaskState } from '../protocol/task-state.ts';
import type { ArtifactRecord } from './artifact-record.ts';
import type { Moment, Stamp } from './situation.ts';

/** What one stream has told of the task so far. */
export interface StreamRecord {
  readonly vantageId: number;
  readonly operation: Operation;
  readonly asked: Moment;
  next: StreamRecord | undefined;
  /** Frames that told something of this task. */
  frames: number;
  state: TaskState | undefined;
  /** The newest timestamp told. */
  stamp: Stamp | undefined;
  lastFrameAt: Moment;
  /** When the second frame came, and the first timestamp told from then on: a stream that was held back tells by them. */
  secondAt: Moment;
  secondStamp: Stamp | undefined;
  artifacts: ArtifactRecord | undefined;
  /** When it was answered with an event stream; 0 until then. */
  openedAt: Moment;
  /** What a read held that was asked when it was open, before anything that it is yet to bring. */
  base: ArtifactRecord | undefined;
  /** Since when a read has shown something that the stream hasn't brought; 0 while it is level. */
  behindSince: Moment;
  /** The frame before, and how many frames were equal to the one before them. */
  lastPrint: number;
  repeats: number;
  talk: TalkRecord | undefined;
  /** Bits of `STREAM`. */
  flags: number;
}

/** What status events of a stream said, beside their states; made when one bears a message, or when streams are compared. */
export interface TalkRecord {
  /** The prints of the last message that a status event bore, and of its id; 0 until then. */
  said: number;
  saidId: number;
  /** The status events of a task that is watched by several streams at once. */
  events: EventRing | undefined;
}

export const STREAM = {
  /** Answered with an event stream. */
  opened: 1,
  closed: 2,
  /** Ended otherwise than by the peer in order. */
  left: 4,
  message: 8,
  /** 0.x: `final: true` was told. */
  final: 16,
  /** A subscription whose events may repeat what its snapshot held: nothing is concluded from order or content. */
  overlap: 32,
  /** Content on this stream can't be put together: joined late, or with a frame that couldn't be read. */
  partial: 64,
  /** An error came by it, before or after its frames. */
  error: 128,
  /** It was refused as not supported, or otherwise. */
  unsupported: 256,
  refused: 512,
  /** The newest state was told by a status event, not by a snapshot. */
  byEvent: 1_024,
  /** It brought something long after a read had shown it. */
  late: 2_048,
  /** The one stream that was opened together with the task. */
  birth: 4_096,
  /** Asked for while another stream of the task was open. */
  second: 8_192,
  /** A frame of it couldn't be read, or it brought more than is remembered. */
  holed: 16_384,
  /** It has told an end, whatever it told behind that. */
  ended: 32_768,
  /** Joined late, and it is known what the task held by then: by its first frame, a snapshot, or by a read (`base`). */
  based: 65_536,
  /** We came late to read some of it: when that arrived isn't known. */
  readLate: 131_072,
  /** Of two frames, beginning with the first, the second was another than the first. */
  unpaired: 262_144,
} as const;

/** Prints of the newest status events, in order; those of events that bear a message of their own are odd. */
export interface EventRing {
  readonly prints: number[];
}

/** Whether a stream may still bring something. */
export function isOpen(stream: StreamRecord): boolean {
  return (stream.flags & (STREAM.closed | STREAM.error)) === 0;
}

/** A stream that was asked for. */
export function newStream(
  vantageId: number,
  operation: Operation,
  asked: Moment,
  flags: number,
  next: StreamRecord | undefined,
): StreamRecord {
  return {
    vantageId,
    operation,
    asked,
    next,
    frames: 0,
    state: undefined,
    stamp: undefined,
    lastFrameAt: 0,
    secondAt: 0,
    secondStamp: undefined,
    artifacts: undefined,
    openedAt: 0,
    base: undefined,
    behindSince: 0,
    lastPrint: 0,
    repeats: 0,
    talk: undefined,
    flags,
  };
}

/** What status events of a stream said, made at the first need. */
export function talkOf(stream: StreamRecord): TalkRecord {
  stream.talk ??= { said: 0, saidId: 0, events: undefined };
  return stream.talk;
}

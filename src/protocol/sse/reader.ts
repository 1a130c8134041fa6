import type { SseFiller, SseFrame, SseRest } from './frame.ts';
import { StreamReader } from './stream-reader.ts';

/** What an SSE reader tells, and how much it takes. */
export interface SseReaderOptions {
  /** Called for each event as soon as its blank line is there. */
  readonly onFrame: (frame: SseFrame) => void;
  /** Called for bytes that dispatch no event; with the frames they cover the stream without gap or overlap. */
  readonly onFiller?: (filler: SseFiller) => void;
  /** The largest frame taken, in bytes with all its line ends. Default 16 MiB, as of a result that is read. */
  readonly maxFrameBytes?: number;
}

/** Reads one Server-Sent-Events stream at a time. */
export interface SseReader {
  /**
   * Takes the next bytes, split anywhere, and calls back for all that they complete. Keeps no reference to the chunk.
   * If a callback throws, or resets the reader, the rest of the chunk is dropped; after a throw `reset()` is due.
   *
   * @throws {SseLimitError} when a frame grows past `maxFrameBytes`, and from then on until `reset()`
   */
  push(chunk: Uint8Array): void;

  /**
   * Says that the stream is over. Returns what is left of an unfinished block, which is not dispatched, or `undefined`
   * if the stream ended cleanly. The reader is ready for another stream afterwards.
   *
   * @throws {SseLimitError} if the limit was passed
   */
  end(): SseRest | undefined;

  /** Forgets everything; the next byte is the first of a new stream. */
  reset(): void;
}

const DEFAULT_MAX_FRAME_BYTES = 16 * 1024 * 1024;

/**
 * A reader for `text/event-stream` as the HTML standard defines it (§9.2.5 and §9.2.6), working on bytes: each event is
 * told with the place of its bytes in the stream, so that a mount can pass on exactly these.
 *
 * Frames and fillers do not depend on how the stream is split, with one exception. No frame waits for a byte that may
 * never come: if a line feed comes in a later chunk than its carriage return, a frame that they end has ended before the
 * line feed, which is then a filler.
 */
export function createSseReader(options: SseReaderOptions): SseReader {
  const { onFrame, onFiller, maxFrameBytes = DEFAULT_MAX_FRAME_BYTES } = options;
  return new StreamReader(onFrame, onFiller, maxFrameBytes);
}

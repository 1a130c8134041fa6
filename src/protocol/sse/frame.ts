/** Where some bytes of the stream lie: `[start, end)`, counted from its first byte (a byte order mark included). */
interface SseRange {
  readonly start: number;
  readonly end: number;
}

/** The fields that a block carried besides its data. A field that the block did not carry is absent. */
export interface SseFields {
  /** The event type; absent also when it was given as empty, which means `message`. */
  readonly event?: string;
  /** The id that this very block set. Empty means that it takes back an earlier one. */
  readonly id?: string;
  /** The reconnection time in milliseconds. */
  readonly retry?: number;
  /** Some field held bytes that are not UTF-8; each bad sequence was read as U+FFFD. */
  readonly invalidUtf8?: true;
}

/** One dispatched event. */
export interface SseFrame extends SseRange, SseFields {
  /**
   * The `data` lines joined by line feeds, otherwise as they came: a control character before a payload stays. May keep
   * up to 16 KiB of its neighbours alive, so copy what is kept for long.
   */
  readonly data: string;
}

/**
 * Bytes between frames that dispatch no event: one `comment` line (what servers send to keep a connection alive), one
 * `blank` line, or a block of `fields` without data, whose id and retry count all the same.
 */
export interface SseFiller extends SseRange, SseFields {
  readonly kind: 'comment' | 'blank' | 'fields';
}

/**
 * What was left when the stream ended inside a block. The standard discards it; real peers omit the last blank line, so
 * a lenient reader may take `data` for a frame.
 */
export interface SseRest extends SseRange, SseFields {
  /** Absent if the block had no `data` line yet. */
  readonly data?: string;
  /** The last line had no line end: the stream was probably cut off rather than closed. */
  readonly midLine: boolean;
}

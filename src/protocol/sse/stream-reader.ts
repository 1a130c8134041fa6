import { Block } from './block.ts';
import { asBuffer, COLON, CR, FEW_BYTES, LF, SPACE } from './bytes.ts';
import { ChunkText } from './chunk-text.ts';
import type { SseFiller, SseFrame, SseRest } from './frame.ts';
import { HeldBytes } from './held-bytes.ts';
import { SseLimitError } from './limit-error.ts';
import type { SseReader } from './reader.ts';

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** See `createSseReader`. A class, since its methods are then the same functions for all streams: that is faster. */
export class StreamReader implements SseReader {
  readonly #onFrame: (frame: SseFrame) => void;
  readonly #onFiller: ((filler: SseFiller) => void) | undefined;
  readonly #maxFrameBytes: number;
  readonly #text = new ChunkText();
  readonly #block = new Block(this.#text);
  readonly #held = new HeldBytes();
  /** Bytes of the stream before the current chunk. */
  #offset = 0;
  /** Where the current frame or filler begins. */
  #start = 0;
  /** How much of a byte order mark has been seen; past it, no more is looked for. */
  #markBytes = 0;
  #afterCr = false;
  #pushing = false;
  #failure: SseLimitError | undefined;

  constructor(
    onFrame: (frame: SseFrame) => void,
    onFiller: ((filler: SseFiller) => void) | undefined,
    maxFrameBytes: number,
  ) {
    this.#onFrame = onFrame;
    this.#onFiller = onFiller;
    this.#maxFrameBytes = maxFrameBytes;
  }

  push(chunk: Uint8Array): void {
    this.#checkUsable();
    this.#pushing = true;
    const bytes = chunk.length < FEW_BYTES ? chunk : asBuffer(chunk);
    this.#text.enter(bytes);
    this.#readLines(bytes, this.#readStart(bytes));
    if (!this.#pushing) return;
    this.#text.leave();
    this.#offset += bytes.length;
    this.#pushing = false;
  }

  end(): SseRest | undefined {
    this.#checkUsable();
    const rest = this.#start === this.#offset ? undefined : this.#readRest();
    this.reset();
    return rest;
  }

  reset(): void {
    this.#block.clear();
    this.#text.leave();
    this.#held.clear();
    this.#offset = 0;
    this.#start = 0;
    this.#markBytes = 0;
    this.#afterCr = false;
    this.#pushing = false;
    this.#failure = undefined;
  }

  /** Deals with what an earlier chunk may have left open: the byte order mark, or the second half of a CR LF. */
  #readStart(bytes: Uint8Array): number {
    let at = 0;
    while (this.#markBytes < BYTE_ORDER_MARK.length && at < bytes.length) {
      if (bytes[at] === BYTE_ORDER_MARK[this.#markBytes]) {
        this.#markBytes++;
        at++;
      } else {
        this.#held.append(BYTE_ORDER_MARK, 0, this.#markBytes);
        this.#markBytes = BYTE_ORDER_MARK.length;
      }
    }
    if (this.#afterCr && at < bytes.length) {
      this.#afterCr = false;
      if (bytes[at] === LF) {
        at++;
        if (!this.#block.started) this.#tellFiller('blank', at);
      }
    }
    return at;
  }

  #readLines(bytes: Uint8Array, from: number): void {
    let at = from;
    while (at < bytes.length && this.#pushing) {
      if (!this.#block.started && this.#held.length === 0 && this.#text.openWindow(at)) {
        const next = this.#readPlainFrames(bytes, at);
        if (next > at) {
          at = next;
          continue;
        }
      }
      const end = this.#text.lineEnd(at);
      this.#checkLimit(end === -1 ? bytes.length : end + 1);
      if (end === -1) {
        this.#held.append(bytes, at, bytes.length);
        return;
      }
      const next = this.#passLineEnd(bytes, end);
      if (this.#held.length === 0) this.#readLine(bytes, at, end, next);
      else this.#readHeldLine(bytes, at, end, next);
      at = next;
    }
  }

  /**
   * Nearly every frame is one data line and a blank one. While such frames follow each other in the window they are read
   * here, three times as fast as line by line. Returns the place of the first byte that needs the longer way.
   */
  #readPlainFrames(bytes: Uint8Array, from: number): number {
    const { window: text, windowStart, ascii } = this.#text;
    /** How far places in the chunk are ahead of those in the text. */
    let ahead = windowStart;
    let at = from - ahead;
    let cr = -1;
    while (this.#pushing && text.startsWith('data:', at)) {
      const lf = text.indexOf('\n', at);
      if (cr < at) cr = text.indexOf('\r', at);
      if (cr === -1) cr = text.length;
      const lineEnd = Math.min(cr, lf);
      const next = passLineEnd(text, passLineEnd(text, lineEnd));
      if (next <= lf) break;
      const lineAhead = ascii ? ahead : bytes.indexOf(LF, at + ahead) - lf;
      const start = this.#start;
      const end = this.#offset + lineAhead + next;
      if (end - start > this.#maxFrameBytes) break;
      const data = text.slice(text.charCodeAt(at + 5) === SPACE ? at + 6 : at + 5, lineEnd);
      this.#start = end;
      at = next;
      ahead = lineAhead;
      this.#onFrame({ data, start, end });
    }
    return at + ahead;
  }

  /** The place behind the line end at `at`. */
  #passLineEnd(bytes: Uint8Array, at: number): number {
    const next = at + 1;
    if (bytes[at] !== CR) return next;
    if (next === bytes.length) this.#afterCr = true;
    return bytes[next] === LF ? next + 1 : next;
  }

  #readHeldLine(bytes: Uint8Array, from: number, to: number, next: number): void {
    this.#held.append(bytes, from, to);
    const { bytes: line, length } = this.#held;
    this.#held.clear();
    this.#readLine(line, 0, length, next);
  }

  /** Reads one line; `next` is the place behind it in the chunk. */
  #readLine(bytes: Uint8Array, from: number, to: number, next: number): void {
    if (from === to) {
      const data = this.#block.data();
      if (data !== undefined) this.#tellFrame(data, next);
      else this.#tellFiller(this.#block.started ? 'fields' : 'blank', next);
    } else if (bytes[from] !== COLON) this.#block.add(bytes, from, to);
    else if (!this.#block.started) this.#tellFiller('comment', next);
  }

  #tellFrame(data: string, next: number): void {
    const frame = this.#block.describe<SseFrame>({ data, start: this.#start, end: this.#offset + next });
    this.#start = frame.end;
    this.#block.clear();
    this.#onFrame(frame);
  }

  #tellFiller(kind: SseFiller['kind'], next: number): void {
    const filler = this.#block.describe<SseFiller>({ kind, start: this.#start, end: this.#offset + next });
    this.#start = filler.end;
    this.#block.clear();
    this.#onFiller?.(filler);
  }

  #readRest(): SseRest {
    const { bytes, length } = this.#held;
    if (length > 0 && bytes[0] !== COLON) this.#block.add(bytes, 0, length);
    const data = this.#block.data();
    const midLine = length > 0 || (this.#markBytes > 0 && this.#markBytes < BYTE_ORDER_MARK.length);
    const range = { start: this.#start, end: this.#offset };
    return this.#block.describe<SseRest>({ ...(data === undefined ? {} : { data }), ...range, midLine });
  }

  #checkUsable(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#pushing) {
      throw new Error('This SSE reader is in the middle of a chunk, or a callback threw there: reset() it.');
    }
  }

  #checkLimit(at: number): void {
    if (this.#offset + at - this.#start <= this.#maxFrameBytes) return;
    const exceeded = new SseLimitError(this.#maxFrameBytes, this.#start);
    this.reset();
    this.#failure = exceeded;
    throw exceeded;
  }
}

/** The place behind the line end at `at`, or -1 if there is none. */
function passLineEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === LF) return at + 1;
  if (code !== CR) return -1;
  return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

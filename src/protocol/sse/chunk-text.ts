import { isUtf8 } from 'node:buffer';
import { asBuffer, CR, FEW_BYTES, LF } from './bytes.ts';

/**
 * One decode for many lines is a good deal cheaper than one each, and a string is searched faster than bytes. A value
 * cut out of a window keeps the whole window alive, so this is also the most that it costs to keep a short one.
 */
const WINDOW_BYTES = 16 * 1024;
/** With less than this before the end of the chunk a window does not pay. */
const LEAST_WINDOW_BYTES = 256;
const NOTHING = new Uint8Array(0);

/** Finds and decodes the lines of one chunk after the other. Within a chunk, places asked for must not go back. */
export class ChunkText {
  /** Set once a text was not UTF-8; whoever has told so clears it. */
  invalid = false;
  /** The text of some whole lines of the chunk, all UTF-8; or empty. */
  window = '';
  /** The place in the chunk of the window's first byte. */
  windowStart = -1;
  /** Whether the window is ASCII, so that each byte is one character. */
  ascii = false;
  #windowEnd = 0;
  #bytes: Uint8Array = NOTHING;
  #nextLf = -1;
  #nextCr = -1;

  /** Starts on another chunk, which must not change until `leave()`. */
  enter(chunk: Uint8Array): void {
    this.#bytes = chunk;
    this.#nextLf = -1;
    this.#nextCr = -1;
  }

  leave(): void {
    this.#bytes = NOTHING;
    this.window = '';
    this.ascii = false;
    this.windowStart = -1;
    this.#windowEnd = 0;
  }

  /** Whether the place of `at` in the window is known, after moving the window there if it was about to end. */
  openWindow(at: number): boolean {
    const ending = at + LEAST_WINDOW_BYTES > this.#windowEnd && this.#windowEnd < this.#bytes.length;
    if (ending) this.#moveWindow(at);
    return at < this.#windowEnd && (this.ascii || (at === this.windowStart && this.window !== ''));
  }

  /** The place of the first CR or LF at or behind `at`, else -1. */
  lineEnd(at: number): number {
    const bytes = this.#bytes;
    const first = bytes[at];
    if (first === LF || first === CR) return at;
    if (bytes.length - at < FEW_BYTES) return scan(bytes, at + 1);
    // Both places are remembered, so that a chunk with one kind of line end is searched only once for the other.
    if (this.#nextLf < at) this.#nextLf = this.#findLf(at);
    if (this.#nextCr < at) this.#nextCr = search(bytes, CR, at);
    const end = Math.min(this.#nextLf, this.#nextCr);
    return end === bytes.length ? -1 : end;
  }

  /** The text of `bytes[from, to)`, fastest if they are the chunk's; what is not UTF-8 is replaced and noted. */
  read(bytes: Uint8Array, from: number, to: number): string {
    if (bytes === this.#bytes && this.ascii && to <= this.#windowEnd) {
      return this.window.slice(from - this.windowStart, to - this.windowStart);
    }
    const text = asBuffer(bytes).toString('utf8', from, to);
    if (text.includes('\uFFFD') && !isUtf8(bytes.subarray(from, to))) this.invalid = true;
    return text;
  }

  #findLf(at: number): number {
    const found = this.ascii ? this.window.indexOf('\n', at - this.windowStart) : -1;
    return found === -1 ? search(this.#bytes, LF, at) : this.windowStart + found;
  }

  #moveWindow(at: number): void {
    const bytes = this.#bytes;
    if (bytes.length - at < LEAST_WINDOW_BYTES) return;
    const limit = Math.min(at + WINDOW_BYTES, bytes.length);
    const end = bytes[limit - 1] === LF ? limit : at + bytes.subarray(at, limit).lastIndexOf(LF) + 1;
    const text = end === at ? '' : asBuffer(bytes).toString('utf8', at, end);
    this.window = text.includes('\uFFFD') ? '' : text;
    this.ascii = this.window !== '' && text.length === end - at;
    this.windowStart = at;
    this.#windowEnd = this.window === '' ? limit : end;
  }
}

function search(bytes: Uint8Array, byte: number, at: number): number {
  const found = bytes.indexOf(byte, at);
  return found === -1 ? bytes.length : found;
}

function scan(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (bytes[at] === LF || bytes[at] === CR) return at;
  return -1;
}

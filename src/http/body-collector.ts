/**
 * Gathers a body into one buffer. Bytes of more than one chunk are copied, since a peer may send its body one byte a
 * chunk, and kept apart those would cost a hundred times their size. Most bodies come in one.
 */
export class BodyCollector {
  readonly #maxBytes: number;
  readonly #expectedBytes: number;
  /** The first chunk, while there is no other. */
  #only: Buffer | undefined;
  #buffer: Buffer = EMPTY;
  #length = 0;

  /** @param expectedBytes what the peer announced; it is a hint and costs nothing if it's a lie. */
  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    this.#expectedBytes = Math.min(expectedBytes, maxBytes, FIRST_ALLOCATION);
  }

  /** Takes in a chunk. False when the limit is passed; the body is then of no more use. */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) return false;
    if (this.#length === 0) {
      this.#only = chunk;
      this.#length = length;
      return true;
    }
    if (this.#only !== undefined) {
      this.#buffer = Buffer.allocUnsafe(Math.max(length, this.#expectedBytes));
      this.#only.copy(this.#buffer);
      this.#only = undefined;
    } else if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.min(Math.max(length, this.#buffer.length * 2), this.#maxBytes));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
    return true;
  }

  /** The body so far. */
  body(): Buffer {
    return this.#only ?? this.#buffer.subarray(0, this.#length);
  }
}

const EMPTY = Buffer.alloc(0);
const FIRST_ALLOCATION = 64 * 1024;

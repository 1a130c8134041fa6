/**
 * Gathers a body into one buffer. The bytes are copied, since a peer may send its body one byte a
 * chunk, and kept apart those would cost a hundred times their size.
 */
export class BodyCollector {
  readonly #maxBytes: number;
  #buffer: Buffer;
  #length = 0;

  /** @param expectedBytes what the peer announced; it is a hint and costs nothing if it's a lie. */
  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    this.#buffer = Buffer.allocUnsafe(Math.min(expectedBytes, maxBytes, firstAllocation));
  }

  /** Takes in a chunk. False when the limit is passed; the body is then of no more use. */
  add(chunk: Buffer): boolean {
    const length = this.#length + chunk.length;
    if (length > this.#maxBytes) return false;
    if (length > this.#buffer.length) {
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
    return this.#buffer.subarray(0, this.#length);
  }
}

const firstAllocation = 64 * 1024;

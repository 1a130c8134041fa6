import { asBuffer, FEW_BYTES } from './bytes.ts';

const FIRST_CAPACITY = 512;
/** What an idle stream may keep; after a longer line the memory is given back. */
const KEPT_CAPACITY = 16 * 1024;
const EMPTY = Buffer.alloc(0);

/** The bytes of a line whose end has not come yet. Takes no memory before it is needed. */
export class HeldBytes {
  /** Only the first `length` bytes count, and only until the next call. */
  bytes: Buffer = EMPTY;
  length = 0;

  /** Copies `source[from, to)` behind what is held. */
  append(source: Uint8Array, from: number, to: number): void {
    const length = this.length + to - from;
    if (length > this.bytes.length) this.#grow(length);
    if (to - from >= FEW_BYTES) {
      asBuffer(source).copy(this.bytes, this.length, from, to);
    } else {
      const bytes = this.bytes;
      for (let at = from, into = this.length; at < to; at++, into++) bytes[into] = source[at] as number;
    }
    this.length = length;
  }

  clear(): void {
    this.length = 0;
    if (this.bytes.length > KEPT_CAPACITY) this.bytes = EMPTY;
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(FIRST_CAPACITY, length, 2 * this.bytes.length));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}

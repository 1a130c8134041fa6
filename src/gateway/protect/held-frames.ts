import type { Observation } from '../../protocol/observation.ts';

/** More is not kept: a caller is then told by reads what it missed. */
const MOST_BYTES = 1024 * 1024;

/** Events that are held back until it is known whether they may go on. */
export class HeldFrames {
  /** The event that told the end; its bytes once they have come. */
  end: { readonly seen: Observation; bytes: Buffer | undefined } | undefined;
  /** An error came by the stream of a task that may live on. */
  error = false;
  #frames: Buffer[] = [];
  #size = 0;

  /** Keeps the bytes of the event that was held last. Returns whether there was room. */
  keep(bytes: Buffer): boolean {
    if (this.end !== undefined && this.end.bytes === undefined) {
      this.end.bytes = bytes;
      return true;
    }
    if (this.#size + bytes.length > MOST_BYTES) return false;
    this.#frames.push(bytes);
    this.#size += bytes.length;
    return true;
  }

  /** What was held but for the end, in order. */
  take(): readonly Buffer[] {
    const frames = this.#frames;
    this.#frames = [];
    this.#size = 0;
    return frames;
  }
}

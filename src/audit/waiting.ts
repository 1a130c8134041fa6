import { setTimeout as sleep } from 'node:timers/promises';

/** A time in ms. As a function it is what round trips say while it passes, not what they said at its begin. */
export type Span = number | (() => number);

/** How much is left of a span that begins now. */
export function leftOf(span: Span): () => number {
  const began = performance.now();
  return () => (typeof span === 'number' ? span : span()) - (performance.now() - began);
}

/** By how much a span may have grown since it ran out: less than those that wait for silence exceed what is judged. */
const MORE_THAN_WAITED = 1.15;

/** Wakes whoever waits for something to be seen. */
export class Waiting {
  readonly #waiters = new Set<() => void>();
  /** What was waited for in vain, for as long as round trips said then. */
  readonly #inVain: { readonly span: () => number; readonly ms: number }[] = [];
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Something was seen. */
  wake(): void {
    for (const waiter of this.#waiters) waiter();
  }

  /** Waits until the test holds. @returns whether it did in time, which nothing does once the audit is being ended */
  async until(test: () => boolean, span: Span): Promise<boolean> {
    const left = leftOf(span);
    for (let ms = left(); ms > 0 && !this.#signal.aborted; ms = left()) if (await this.#once(test, ms)) return true;
    if (test()) return true;
    this.ranOut(span);
    return false;
  }

  /** Nothing came for that long. */
  ranOut(span: Span): void {
    if (typeof span === 'function') this.#inVain.push({ span, ms: span() });
  }

  /** Whether round trips have since become so slow that something would have been waited for longer. */
  get gaveUpEarly(): boolean {
    return this.#inVain.some(({ span, ms }) => span() > MORE_THAN_WAITED * ms);
  }

  async #once(test: () => boolean, ms: number): Promise<boolean> {
    if (test()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const check = (): void => {
      if (test()) resolve(true);
    };
    const giveUp = (): void => resolve(false);
    const timer = setTimeout(giveUp, ms);
    this.#waiters.add(check);
    this.#signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(check);
      this.#signal.removeEventListener('abort', giveUp);
    }
  }

  /** Waits that long, or until the audit is being ended. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

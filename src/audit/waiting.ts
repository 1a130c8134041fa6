import { setTimeout as sleep } from 'node:timers/promises';

/** Wakes whoever waits for something to be seen. */
export class Waiting {
  readonly #waiters = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Something was seen. */
  wake(): void {
    for (const waiter of this.#waiters) waiter();
  }

  /** Waits until the test holds. @returns whether it did in time, which nothing does once the audit is being ended */
  async until(test: () => boolean, ms: number): Promise<boolean> {
    if (test()) return true;
    if (this.#signal.aborted) return false;
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

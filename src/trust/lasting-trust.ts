import { PeerCapabilityCache, type PeerCapabilityCacheOptions } from './peer-capability-cache.ts';
import type { TrustEvent } from './trust-event.ts';
import type { TrustStore } from './trust-store.ts';

export interface LastingTrustOptions extends Omit<PeerCapabilityCacheOptions, 'onEvent'> {
  /** How often it is looked for what other processes have written, in ms; every second by default. */
  readonly refreshMs?: number;
  /** Told when the store fails. What was to be written is kept, and tried again. */
  readonly onStoreError?: (error: unknown) => void;
}

/** How many events are written at once, and how many wait at most before those that matter least are dropped. */
const MOST_AT_ONCE = 500;
const MOST_WAITING = 10_000;

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Trust that outlives the process. Decisions are made from `cache`, in memory, and wait for nothing; what changes there
 * is written behind them, in order, within milliseconds, and again until it is written. What other processes write is
 * taken over within `refreshMs`. It keeps no process alive: close it, or `flush` it, before that ends.
 */
export class LastingTrust implements AsyncDisposable {
  readonly cache: PeerCapabilityCache;
  readonly #store: TrustStore;
  readonly #options: LastingTrustOptions;
  readonly #waiting: TrustEvent[] = [];
  readonly #timer: NodeJS.Timeout;
  /** The store's calls, one after the other. */
  #turn: Promise<void> = Promise.resolve();
  #scheduled = false;
  #closed = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;

  private constructor(store: TrustStore, options: LastingTrustOptions) {
    this.#store = store;
    this.#options = options;
    const { clock, bounds } = options;
    this.cache = new PeerCapabilityCache({
      ...(clock === undefined ? {} : { clock }),
      ...(bounds === undefined ? {} : { bounds }),
      onEvent: (event) => this.#take(event),
    });
    this.#timer = setInterval(() => this.#behind(), options.refreshMs ?? 1_000).unref();
  }

  /** Reads what a store holds. Rejects with the store's own error. */
  static async open(store: TrustStore, options: LastingTrustOptions = {}): Promise<LastingTrust> {
    const trust = new LastingTrust(store, options);
    try {
      await trust.refresh();
      return trust;
    } catch (error) {
      clearInterval(trust.#timer);
      throw error;
    }
  }

  /** Takes over what others have written by now, and writes what waits. Rejects with the store's own error. */
  refresh(): Promise<void> {
    const turn = this.#turn.then(() => this.#exchange());
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves once everything told so far has been written. Rejects with the store's own error. */
  async flush(): Promise<void> {
    do await this.refresh();
    while (this.#waiting.length > 0);
  }

  /** Writes what waits, and closes the store. Rejects with the store's own error if that couldn't be written. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    try {
      await this.flush();
    } finally {
      await this.#store.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #take(event: TrustEvent): void {
    if (this.#waiting.length >= MOST_WAITING) this.#shorten();
    this.#waiting.push(event);
    if (this.#scheduled || this.#closed) return;
    // All that one observation brings goes in one write.
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#behind();
    });
  }

  /** A store that is away for long must not fill the memory; that a claim was kept is what can best be missed. */
  #shorten(): void {
    const kept = this.#waiting.filter((event) => event.kind !== 'kept' && event.kind !== 'mode');
    this.#waiting.splice(0, this.#waiting.length, ...kept.slice(-MOST_WAITING / 2));
  }

  #behind(): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.flush().then(
      () => {
        this.#failures = 0;
      },
      (error: unknown) => {
        this.#options.onStoreError?.(error);
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS);
        if (this.#closed) return;
        this.#retry = setTimeout(() => {
          this.#retry = undefined;
          this.#behind();
        }, pause).unref();
      },
    );
  }

  async #exchange(): Promise<void> {
    const written = this.#waiting.slice(0, MOST_AT_ONCE);
    const changes = await this.#store.write(written);
    // More may have been told, and others dropped, while it was written.
    const done = new Set(written);
    const rest = this.#waiting.filter((event) => !done.has(event));
    this.#waiting.splice(0, this.#waiting.length, ...rest);
    if (changes.whole || changes.rows.length > 0 || changes.gone.length > 0) this.cache.adopt(changes, this.#waiting);
  }
}

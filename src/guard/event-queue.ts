/** Events that are kept at most while nobody iterates, and above which an iterating consumer holds its source back. */
const HIGH_WATER = 1_000;

/** Events that are kept while nobody iterates may hold only so much, by the estimate of whoever makes the queue. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;

/** Hands events from a producer to one consumer that may be slower, or may never come. */
export class EventQueue<T> {
  readonly #flow: { hold(): void; release(): void };
  readonly #sizeOf: (event: T) => number;
  #bytes = 0;
  #events: T[] = [];
  #dropped = false;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #iterating = false;
  #held = false;
  #wake: (() => void) | undefined;

  /** `flow` is told to hold the source back, and to let it go again; `sizeOf` estimates the bytes that an event holds. */
  constructor(flow: { hold(): void; release(): void }, sizeOf: (event: T) => number = () => 0) {
    this.#flow = flow;
    this.#sizeOf = sizeOf;
  }

  /** Keeps an event for the iterator. If too many come before anybody iterates, nobody will: none is kept any more. */
  push(event: T): void {
    if (this.#dropped) return;
    this.#events.push(event);
    this.#bytes += this.#sizeOf(event);
    this.#wake?.();
    const full = this.#events.length >= HIGH_WATER || this.#bytes >= MOST_KEPT_BYTES;
    if (!full || this.#held) return;
    if (this.#iterating) {
      this.#held = true;
      this.#flow.hold();
    } else {
      this.#dropped = true;
      this.#events = [];
    }
  }

  /** No event will follow; with a failure, iterating ends by throwing it. */
  end(failure?: { readonly error: unknown }): void {
    this.#ended = true;
    this.#failure = failure;
    this.#wake?.();
  }

  /**
   * The events from the first one on.
   *
   * @throws whatever the source failed with, after its last event; TypeError when they are iterated a second time, or so late that events were dropped
   */
  async *iterate(): AsyncGenerator<T, void, undefined> {
    if (this.#iterating) throw new TypeError('These events are being iterated already; they can be read once.');
    if (this.#dropped) throw new TypeError('Begin to iterate right after delegating: events have been dropped by now.');
    this.#iterating = true;
    try {
      for (;;) {
        const events = this.#events;
        this.#events = [];
        this.#bytes = 0;
        yield* events;
        if (this.#events.length > 0) continue;
        this.#release();
        if (this.#failure !== undefined) throw this.#failure.error;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    } finally {
      // A consumer that leaves early must not hold the source for ever.
      this.#dropped = true;
      this.#events = [];
      this.#release();
    }
  }

  #release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#flow.release();
  }
}

/** Events that are kept at most while nobody iterates, and above which an iterating consumer holds its source back. */
const HIGH_WATER = 1_000;

/** Hands events from a producer to one consumer that may be slower, or may never come. */
export class EventQueue<T> {
  readonly #flow: { hold(): void; release(): void };
  #events: T[] = [];
  #dropped = false;
  #ended = false;
  #iterating = false;
  #held = false;
  #wake: (() => void) | undefined;

  /** `flow` is told to hold the source back, and to let it go again. */
  constructor(flow: { hold(): void; release(): void }) {
    this.#flow = flow;
  }

  /** Keeps an event for the iterator. If too many come before anybody iterates, nobody will: none is kept any more. */
  push(event: T): void {
    if (this.#dropped) return;
    this.#events.push(event);
    this.#wake?.();
    if (this.#events.length < HIGH_WATER || this.#held) return;
    if (this.#iterating) {
      this.#held = true;
      this.#flow.hold();
    } else {
      this.#dropped = true;
      this.#events = [];
    }
  }

  /** No event will follow. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /**
   * The events from the first one on.
   *
   * @throws TypeError when they are iterated a second time, or so late that events were dropped
   */
  async *iterate(): AsyncGenerator<T, void, undefined> {
    if (this.#iterating) throw new TypeError('These events are being iterated already; they can be read once.');
    if (this.#dropped) throw new TypeError('Begin to iterate right after delegating: events have been dropped by now.');
    this.#iterating = true;
    try {
      for (;;) {
        const events = this.#events;
        this.#events = [];
        yield* events;
        if (this.#events.length > 0) continue;
        this.#release();
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

import type { StreamEvent } from '../model.ts';

/** One subscriber's queue of events. It ends when the agent ends it or its reader has gone. */
export class EventFeed implements AsyncIterable<StreamEvent> {
  readonly #waiting: StreamEvent[] = [];
  readonly #onEnd: (feed: EventFeed) => void;
  #ended = false;
  #wake: () => void = () => {};

  /** @param gone aborted when the reader has left; @param onEnd called once, whoever ended the feed. */
  constructor(gone: AbortSignal, onEnd: (feed: EventFeed) => void) {
    this.#onEnd = onEnd;
    gone.addEventListener('abort', () => this.end(), { once: true });
    if (gone.aborted) this.end();
  }

  push(event: StreamEvent): void {
    if (this.#ended) return;
    this.#waiting.push(event);
    this.#wake();
  }

  /** Lets what is queued be read, then ends. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(this);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent, void, undefined> {
    try {
      while (true) {
        for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) yield event;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.end();
    }
  }
}

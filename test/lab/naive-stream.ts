import type { IncomingMessage } from 'node:http';
import { look, type Seen } from './look.ts';

/** A stream that is read as it comes. */
export class NaiveStream {
  readonly seen: Seen[] = [];
  /** Resolves when the peer has closed it. */
  readonly closed: Promise<void>;
  isClosed = false;
  readonly status: number;
  readonly type: string | undefined;
  readonly #response: IncomingMessage;
  readonly #waiting = new Set<() => void>();

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.type = response.headers['content-type'];
    this.closed = this.#read();
  }

  /** Waits until what was seen satisfies the test, or the stream has closed. */
  async until(test: (seen: readonly Seen[]) => boolean): Promise<void> {
    while (!this.isClosed && !test(this.seen)) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  close(): void {
    this.#response.destroy();
  }

  async #read(): Promise<void> {
    let buffer = '';
    try {
      for await (const chunk of this.#response) {
        buffer += chunk;
        const blocks = buffer.split('\n\n');
        buffer = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = block.split('\n').filter((line) => line.startsWith('data:'));
          if (data.length > 0) this.seen.push(look(JSON.parse(data.map((line) => line.slice(5)).join('\n'))));
        }
        this.#wake();
      }
    } catch {
      // A stream that breaks off is closed like any other.
    }
    this.isClosed = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

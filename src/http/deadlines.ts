import type { HttpErrorCode } from './http-error.ts';

type Deadline = Extract<
  HttpErrorCode,
  'busy' | 'connect-timeout' | 'headers-timeout' | 'idle-timeout' | 'total-timeout'
>;

// setTimeout takes anything longer for one millisecond.
const longestTimer = 2 ** 31 - 1;

/** The clocks that run against one exchange: one for the phase it is in, one for the whole. */
export class Deadlines {
  readonly #expired: (deadline: Deadline, afterMs: number) => void;
  #phase: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;

  constructor(expired: (deadline: Deadline, afterMs: number) => void) {
    this.#expired = expired;
  }

  startTotal(afterMs: number): void {
    this.#total = this.#timer('total-timeout', afterMs);
  }

  /** Enters the next phase; the time of the last one no longer counts. 0 waits for ever. */
  enter(deadline: Deadline, afterMs: number): void {
    this.leave();
    this.#phase = this.#timer(deadline, afterMs);
  }

  /** Something moved: the current phase starts anew. */
  touch(): void {
    this.#phase?.refresh();
  }

  /** Ends the current phase without a next one. */
  leave(): void {
    clearTimeout(this.#phase);
    this.#phase = undefined;
  }

  stop(): void {
    this.leave();
    clearTimeout(this.#total);
    this.#total = undefined;
  }

  #timer(deadline: Deadline, afterMs: number): NodeJS.Timeout | undefined {
    if (afterMs === 0 || afterMs > longestTimer) return undefined;
    return setTimeout(() => this.#expired(deadline, afterMs), afterMs);
  }
}

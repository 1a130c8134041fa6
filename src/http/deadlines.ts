import type { HttpErrorCode } from './http-error.ts';

type Deadline = Extract<
  HttpErrorCode,
  'busy' | 'connect-timeout' | 'headers-timeout' | 'idle-timeout' | 'total-timeout'
>;

/** setTimeout takes anything longer for one millisecond; such a time is no limit. */
const LONGEST_MS = 2 ** 31 - 1;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * The clocks that run against one exchange: one for the phase it is in, one for the whole. An exchange has four phases,
 * and moves with each chunk; so one timer serves all, and is set anew only where an earlier time comes up.
 */
export class Deadlines {
  readonly #expired: (deadline: Deadline, afterMs: number) => void;
  #phase: Deadline = 'busy';
  #phaseMs = 0;
  #phaseEnds = NEVER;
  #totalMs = 0;
  #totalEnds = NEVER;
  #timer: NodeJS.Timeout | undefined;
  #firesAt = NEVER;

  constructor(expired: (deadline: Deadline, afterMs: number) => void) {
    this.#expired = expired;
  }

  startTotal(afterMs: number): void {
    const now = performance.now();
    this.#totalMs = afterMs;
    this.#totalEnds = endOf(now, afterMs);
    this.#watch(now);
  }

  /** Enters the next phase; the time of the last one no longer counts. 0 waits for ever. */
  enter(deadline: Deadline, afterMs: number): void {
    const now = performance.now();
    this.#phase = deadline;
    this.#phaseMs = afterMs;
    this.#phaseEnds = endOf(now, afterMs);
    this.#watch(now);
  }

  /** Something moved: the current phase starts anew. */
  touch(): void {
    if (this.#phaseEnds !== NEVER) this.#phaseEnds = performance.now() + this.#phaseMs;
  }

  /** Ends the current phase without a next one. */
  leave(): void {
    this.#phaseEnds = NEVER;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = NEVER;
    this.#phaseEnds = NEVER;
    this.#totalEnds = NEVER;
  }

  #watch(now: number): void {
    const next = Math.min(this.#phaseEnds, this.#totalEnds);
    if (next >= this.#firesAt) return;
    clearTimeout(this.#timer);
    this.#firesAt = next;
    this.#timer = setTimeout(this.#fired, next - now);
  }

  readonly #fired = (): void => {
    this.#firesAt = NEVER;
    this.#timer = undefined;
    const now = performance.now();
    // Timers may fire a fraction of a millisecond early.
    if (this.#phaseEnds - now < 1) this.#expired(this.#phase, this.#phaseMs);
    else if (this.#totalEnds - now < 1) this.#expired('total-timeout', this.#totalMs);
    else this.#watch(now);
  };
}

function endOf(now: number, afterMs: number): number {
  return afterMs === 0 || afterMs > LONGEST_MS ? NEVER : now + afterMs;
}

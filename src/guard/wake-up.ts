/** The longest that a timer can be set to. */
const MOST_MS = 0x7fff_ffff;

/**
 * Lets one loop sleep until a time or until something happens, whichever is first. It holds at most one timer, which is
 * set anew only for what comes before it: a loop that is woken by each event of a stream would else set one for each.
 */
export class WakeUp {
  #pending = false;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires, and when the present sleep is over, on the clock of `performance`. */
  #firesAt = Number.POSITIVE_INFINITY;
  #until = Number.POSITIVE_INFINITY;

  /** Something happened: ends the present sleep, or else the next one. */
  call(): void {
    this.#pending = true;
    this.#wake?.();
  }

  /** Sleeps for at most that long. */
  async sleep(ms: number): Promise<void> {
    if (!this.#pending) {
      const now = performance.now();
      this.#until = now + Math.max(ms, 0);
      if (this.#until < this.#firesAt) this.#set(now);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    this.#pending = false;
  }

  /** Ends the timer: nobody sleeps any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  #set(now: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = this.#until;
    this.#timer = setTimeout(this.#fired, Math.min(Math.max(0, this.#until - now), MOST_MS));
  }

  readonly #fired = (): void => {
    this.#firesAt = Number.POSITIVE_INFINITY;
    if (this.#wake === undefined) return;
    const now = performance.now();
    // Timers may fire a fraction of a millisecond early.
    if (this.#until - now < 1) this.#wake();
    else this.#set(now);
  };
}

/** Reads that one agent gets at most, over all delegations of this process, in a second and in a burst. */
const READS_PER_S = 50;
const BURST = 100;

/**
 * The reads that one interface of an agent can bear: a budget for all delegations to it, and the pause that it has asked
 * for (`Retry-After`). It only ever postpones: a read that settles something is made later, not left out.
 */
export class PeerPace {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt = 0;
  #notBefore = 0;

  constructor(perSecond = READS_PER_S, burst = BURST) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** When the next read may go out, in ms on the clock of `now`: `now` or later. */
  next(now: number): number {
    this.#fill(now);
    const wait = this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / this.#perSecond) * 1_000;
    return Math.max(now + wait, this.#notBefore);
  }

  /** A read goes out. */
  take(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
  }

  /** The agent wants to be left alone for so long; no longer than ten minutes are granted. */
  holdOff(now: number, forMs: number): void {
    this.#notBefore = Math.max(this.#notBefore, now + Math.min(Math.max(forMs, 0), 600_000));
  }

  #fill(now: number): void {
    if (now > this.#filledAt) {
      this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1_000) * this.#perSecond);
      this.#filledAt = now;
    }
  }
}

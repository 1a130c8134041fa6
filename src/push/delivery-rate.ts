import type { Clock } from '../http/clock.ts';

/** Lets through a burst, and from then on so many a second. */
export class DeliveryRate {
  readonly #burst: number;
  readonly #perMs: number;
  readonly #clock: Clock;
  #left: number;
  #at: number;

  constructor(burst: number, perSecond: number, clock: Clock) {
    this.#burst = burst;
    this.#perMs = perSecond / 1_000;
    this.#clock = clock;
    this.#left = burst;
    this.#at = clock();
  }

  /** Takes one, if there is one left. */
  take(): boolean {
    const now = this.#clock();
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) * this.#perMs);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

import type { Random } from '../random.ts';

/** What is to happen, in the order of time. */
export class Agenda {
  now = 1;
  readonly #due: { readonly at: number; readonly happen: () => void }[] = [];

  at(at: number, happen: () => void): void {
    const due = { at: Math.max(at, this.now), happen };
    const place = this.#due.findIndex((other) => other.at > due.at);
    this.#due.splice(place === -1 ? this.#due.length : place, 0, due);
  }

  /** Lets everything happen that is due until then. */
  run(until: number): void {
    for (let next = this.#due.shift(); next !== undefined && next.at <= until; next = this.#due.shift()) {
      this.now = next.at;
      next.happen();
    }
  }

  /** A time from now: mostly soon, sometimes at the edge of a bound, rarely as late as it gets, or later than anybody waits. */
  some(random: Random, most: number): number {
    if (random.oneIn(100)) return this.now + 605_000;
    switch (random.below(6)) {
      case 0:
        return this.now + random.below(most);
      case 1:
        return this.now + random.pick([999, 1_000, 2_001, 5_001, 10_001, 15_000]);
      default:
        return this.now + random.below(300);
    }
  }
}

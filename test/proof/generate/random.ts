/** A small fast generator of pseudo-random numbers: the same seed gives the same course of choices. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 to `below` − 1. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) % below) | 0;
  }

  /** Whether something that happens once in `times` happens now. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** Some of the choices, at least `least`, in their order. */
  some<T>(choices: readonly T[], least = 1): readonly T[] {
    const kept = choices.filter(() => this.oneIn(2));
    return kept.length >= least ? kept : [this.pick(choices), ...kept];
  }
}

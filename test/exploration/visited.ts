import type { Print } from './fingerprint.ts';

const EMPTY = 0xffff_ffff;

/**
 * The worlds that were explored, each with the budget it was explored with. Whoever has more left can do all that one
 * with less can, so a world need not be explored again with a smaller budget.
 *
 * It keeps 64 bits of each world: at 50 million worlds the chance that two of them are taken for one is below 0.01 %.
 */
export class Visited {
  #words = new Uint32Array(3 << 16).fill(EMPTY);
  #mask = (1 << 16) - 1;
  size = 0;

  /** Whether this world has yet to be explored with this budget. `budget`: up to seven counters of four bits each. */
  add(print: Print, budget: number): boolean {
    if (this.size * 4 > this.#mask * 3) this.#grow();
    const words = this.#words;
    for (let slot = print.low & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = slot * 3;
      if (words[at + 2] === EMPTY) {
        words[at] = print.high;
        words[at + 1] = print.low;
        words[at + 2] = budget;
        this.size++;
        return true;
      }
      if (words[at] === print.high && words[at + 1] === print.low && covers(words[at + 2] as number, budget)) {
        return false;
      }
    }
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Uint32Array(old.length * 2).fill(EMPTY);
    this.#mask = this.#mask * 2 + 1;
    for (let from = 0; from < old.length; from += 3) {
      if (old[from + 2] === EMPTY) continue;
      let slot = (old[from + 1] as number) & this.#mask;
      while (this.#words[slot * 3 + 2] !== EMPTY) slot = (slot + 1) & this.#mask;
      this.#words.set(old.subarray(from, from + 3), slot * 3);
    }
  }
}

/** Whether each counter of `budget` is at least that of `other`. */
function covers(budget: number, other: number): boolean {
  for (let shift = 0; shift < 28; shift += 4) {
    if (((budget >>> shift) & 15) < ((other >>> shift) & 15)) return false;
  }
  return true;
}

import { numberOf } from './plain-data.ts';

/** Two 32-bit halves of one hash. */
export interface Print {
  high: number;
  low: number;
}

/** Numbers in this range are moments in virtual time. Nothing else in the data that is printed comes near them. */
export const FIRST_MOMENT = 1_000_000;
const LAST_MOMENT = 2_000_000;

/**
 * Prints plain data to 64 bits. Moments are taken relative to `now`, as nothing that is explored knows any other: so two
 * worlds are one if they differ only in when it all began. Constants are told apart by their numbers.
 */
export class Fingerprint {
  readonly #numbers = new Map<unknown, number>();
  #high = 0;
  #low = 0;
  #now = 0;

  of(value: unknown, now: number): Print {
    this.#high = 0x243f6a88;
    this.#low = 0x13198a2e;
    this.#now = now;
    this.#take(value);
    this.#mix(0x5bd1e995);
    this.#mix(0x2545f491);
    return { high: this.#high >>> 0, low: this.#low >>> 0 };
  }

  #take(value: unknown): void {
    switch (typeof value) {
      case 'number':
        if (value >= FIRST_MOMENT && value < LAST_MOMENT) this.#mix(1);
        this.#mix(value >= FIRST_MOMENT && value < LAST_MOMENT ? this.#now - value : value);
        return;
      case 'boolean':
        return this.#mix(value ? 3 : 5);
      case 'undefined':
        return this.#mix(7);
      case 'object':
        if (value === null) return this.#mix(9);
        return this.#takeObject(value);
      default:
        return this.#mix(this.#numberOf(value));
    }
  }

  #takeObject(value: object): void {
    const constant = numberOf(value);
    if (constant !== undefined) {
      this.#mix(-constant);
    } else if (value instanceof Map) {
      this.#mix(value.size + 11);
      for (const [key, member] of value) {
        this.#take(key);
        this.#take(member);
      }
    } else if (Array.isArray(value)) {
      this.#mix(value.length + 13);
      for (const member of value) this.#take(member);
    } else {
      const members = value as Record<string, unknown>;
      this.#mix(15);
      for (const key in members) this.#take(members[key]);
    }
  }

  /** Strings, each with a number of its own. */
  #numberOf(value: unknown): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = 0x10000 + this.#numbers.size;
      this.#numbers.set(value, number);
    }
    return number;
  }

  #mix(word: number): void {
    this.#high = Math.imul(this.#high ^ word, 0x9e3779b1);
    this.#high = (this.#high << 13) | (this.#high >>> 19);
    this.#low = Math.imul(this.#low ^ (word + this.#high), 0x85ebca6b);
    this.#low = (this.#low << 17) | (this.#low >>> 15);
  }
}

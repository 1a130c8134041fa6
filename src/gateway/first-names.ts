/**
 * The first names of a kind that came up, by which something is remembered. Whoever makes up names at will gets no more of
 * them remembered than these.
 */
export class FirstNames {
  readonly #most: number;
  readonly #mostLength: number;
  readonly #names = new Set<string>();

  /** @param mostLength of one name, in UTF-16 code units */
  constructor(most: number, mostLength: number) {
    this.#most = most;
    this.#mostLength = mostLength;
  }

  /** Whether a name is one of them, or there was room for it. */
  take(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#names.size >= this.#most || name.length > this.#mostLength) return false;
    this.#names.add(name);
    return true;
  }
}

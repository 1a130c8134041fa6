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
}

/** How long an ended task is still read, ever more rarely, and how soon first. */
const WHOLE_MS = 600_000;
const FIRST_MS = 10_000;

/** Says when a task is read again whose caller was told its end: an agent may take that back. */
export class Supervision {
  #from: number | undefined;
  #afterMs = FIRST_MS;

  begin(now: number): void {
    this.#from = now;
  }

  /** A read was made. */
  made(): void {
    this.#afterMs *= 2;
  }

  /** It is read no more. */
  end(): void {
    this.#from = undefined;
  }

  /** `undefined` once it is read no more, or where supervision has not begun. */
  get due(): number | undefined {
    return this.#from === undefined || this.#afterMs > WHOLE_MS ? undefined : this.#from + this.#afterMs;
  }
}

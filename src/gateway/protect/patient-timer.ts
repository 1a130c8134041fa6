/**
 * A timer for what an agent has not said by then. A process that was held up finds its timers due before it reads what has
 * come meanwhile; this one lets that be read first.
 */
export class PatientTimer {
  readonly #timer: NodeJS.Timeout;
  #reading: NodeJS.Immediate | undefined;

  constructor(tell: () => void, ms: number) {
    this.#timer = setTimeout(() => {
      this.#reading = setImmediate(() => {
        this.#reading = undefined;
        tell();
      });
    }, ms);
  }

  /** Counts anew from now on, also if it was due. */
  refresh(): void {
    if (this.#reading !== undefined) this.#stopReading();
    this.#timer.refresh();
  }

  /** It tells nothing any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#stopReading();
  }

  #stopReading(): void {
    clearImmediate(this.#reading);
    this.#reading = undefined;
  }
}

/** Lets one loop sleep until a time or until something happens, whichever is first. Holds at most one timer. */
export class WakeUp {
  #pending = false;
  #wake: (() => void) | undefined;

  /** Something happened: ends the present sleep, or else the next one. */
  call(): void {
    this.#pending = true;
    this.#wake?.();
  }

  /** Sleeps for at most that long. */
  async sleep(ms: number): Promise<void> {
    if (!this.#pending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(Math.max(ms, 0), 0x7fff_ffff));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#pending = false;
  }
}

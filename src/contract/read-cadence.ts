import type { PlanBounds } from './bounds.ts';

/** What reads are for at the moment: the only channel, or a witness beside a stream that is alive. */
export type ReadRole = 'main' | 'beside';

const GROWTH = 1.5;

/** Says when to read next, so that a quick task is seen quickly and a slow one is not pestered. */
export class ReadCadence {
  readonly #bounds: PlanBounds;
  #role: ReadRole;
  #intervalMs: number;
  #last: number;

  constructor(bounds: PlanBounds, role: ReadRole, now: number) {
    this.#bounds = bounds;
    this.#role = role;
    this.#intervalMs = this.#first;
    this.#last = now;
  }

  /** When the next read is due. */
  get due(): number {
    return this.#last + this.#intervalMs;
  }

  /** Reads begin to play another role, at the first interval of that role. */
  play(role: ReadRole, now: number): void {
    if (role === this.#role) return;
    this.#role = role;
    this.#intervalMs = this.#first;
    this.#last = now;
  }

  /** A read was made: the next one comes later, unless this one told something new. */
  made(now: number, news: boolean): void {
    this.#last = now;
    this.#intervalMs = news ? this.#first : Math.min(this.#intervalMs * GROWTH, this.#most);
  }

  get #first(): number {
    return this.#role === 'main' ? this.#bounds.pollFirst.ms : this.#bounds.besideFirst.ms;
  }

  get #most(): number {
    return this.#role === 'main' ? this.#bounds.pollMost.ms : this.#bounds.besideMost.ms;
  }
}

import type { PlanBounds } from '../../contract/bounds.ts';
import type { SettleTimes } from '../../lifecycle/verdict.ts';

/** What reads are for at the moment: the only channel, or a witness beside a stream that is alive. */
export type ReadRole = 'main' | 'beside';

/** The times of settling, by a plan's bounds. */
export function settleTimes(bounds: PlanBounds): SettleTimes {
  return {
    gapMs: bounds.settleGap.ms,
    withinMs: bounds.settleWithin.ms,
    watchMs: bounds.cancelWatch.ms,
    watchMostMs: bounds.cancelWatchMost.ms,
  };
}

/** The paces of reading, by a plan's bounds. */
export function readPaces(bounds: PlanBounds): Readonly<Record<ReadRole, Pace>> {
  return {
    main: { firstMs: bounds.pollFirst.ms, mostMs: bounds.pollMost.ms },
    beside: { firstMs: bounds.besideFirst.ms, mostMs: bounds.besideMost.ms },
  };
}

interface Pace {
  readonly firstMs: number;
  readonly mostMs: number;
}

const GROWTH = 1.5;

/** Says when to read next: soon after something new, and ever later while nothing is. */
export class ReadPace {
  readonly #paces: Readonly<Record<ReadRole, Pace>>;
  #role: ReadRole = 'beside';
  #intervalMs: number;
  #last: number;

  constructor(paces: Readonly<Record<ReadRole, Pace>>, now: number) {
    this.#paces = paces;
    this.#intervalMs = paces.beside.firstMs;
    this.#last = now;
  }

  get due(): number {
    return this.#last + this.#intervalMs;
  }

  play(role: ReadRole, now: number): void {
    if (role === this.#role) return;
    this.#role = role;
    this.#intervalMs = this.#paces[role].firstMs;
    this.#last = now;
  }

  made(now: number, news: boolean): void {
    const { firstMs, mostMs } = this.#paces[this.#role];
    this.#last = now;
    this.#intervalMs = news ? firstMs : Math.min(this.#intervalMs * GROWTH, mostMs);
  }
}

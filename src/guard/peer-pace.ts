/** Reads that one agent gets at most, over all delegations of this process, in a second and in a burst. */
const READS_PER_S = 50;
const BURST = 100;

/** No agent is left alone for longer because it asks for that. */
const MOST_HOLD_OFF_MS = 600_000;

/** When one read may go out, in ms on the clock of the pace. It moves on while the agent wants to be left alone. */
export type ReadTurn = () => number;

/**
 * The reads that one interface of an agent can bear: a budget for all delegations to it, and the pause that it has asked
 * for (`Retry-After`). It only ever postpones: a read that settles something is made later, not left out. Each read that
 * waits has a time of its own, so that none is woken for another's.
 */
export class PeerPace {
  readonly #apartMs: number;
  readonly #burst: number;
  /** The time of the next read if none came in a burst. Turns are given on a clock that stands still in a pause. */
  #next = Number.NEGATIVE_INFINITY;
  #pausedMs = 0;
  #notBefore = 0;

  constructor(perSecond = READS_PER_S, burst = BURST) {
    this.#apartMs = 1_000 / perSecond;
    this.#burst = burst;
  }

  /** Nothing is sent to the agent before this. */
  get notBefore(): number {
    return this.#notBefore;
  }

  /** The turn of one more read, which is wanted now; it is used up, whether the read is made or not. */
  next(now: number): ReadTurn {
    const wanted = Math.max(now, this.#notBefore) - this.#pausedMs;
    const own = Math.max(wanted, this.#next - (this.#burst - 1) * this.#apartMs);
    this.#next = Math.max(wanted, this.#next) + this.#apartMs;
    return () => Math.max(own + this.#pausedMs, this.#notBefore);
  }

  /** The agent wants to be left alone for so long; no longer than ten minutes are granted. */
  holdOff(now: number, forMs: number): void {
    const until = now + Math.min(Math.max(forMs, 0), MOST_HOLD_OFF_MS);
    const from = Math.max(now, this.#notBefore);
    if (until <= from) return;
    this.#pausedMs += until - from;
    this.#notBefore = until;
  }
}

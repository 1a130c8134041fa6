import type { MonitorLimits } from '../lifecycle/limits.ts';
import type { Bound } from '../protocol/observation.ts';
import type { AuditTimes } from './times.ts';

/** How many of the last round trips count. */
const MOST_TRIPS = 1_000;

/** How many of the slowest round trips something that is expected at once may take. */
const TRIPS_A_BOUND = 20;

/** However slow the round trips are, nothing is waited for longer than this. */
const MOST_BOUND_MS = 20_000;
const MOST_SILENCE_MS = 30_000;
const MOST_LIFE_MS = 15_000;

/**
 * How fast the agent and this machine are in this run, and what may be expected because of that: every bound is the
 * larger of a fixed time and a multiple of the slowest round trips, so that load makes no findings.
 */
export class Pace {
  readonly times: AuditTimes;
  readonly #trips: number[] = [];

  constructor(times: AuditTimes) {
    this.times = times;
  }

  /** Takes in how long a call took that has nothing to wait for. */
  noteRoundTrip(ms: number): void {
    this.#trips.push(ms);
    if (this.#trips.length > MOST_TRIPS) this.#trips.shift();
  }

  /** The 99th percentile of the round trips so far, in ms; 0 before the first. */
  get slowestMs(): number {
    const sorted = this.#trips.toSorted((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  }

  /** How long something may take that is expected at once. */
  get boundMs(): number {
    return Math.round(Math.max(this.times.leastBoundMs, Math.min(TRIPS_A_BOUND * this.slowestMs, MOST_BOUND_MS)));
  }

  /** How long a stream or a web-hook may bring nothing of what has happened. */
  get silenceMs(): number {
    return Math.round(Math.max(this.times.silenceMs, Math.min(2.5 * this.boundMs, MOST_SILENCE_MS)));
  }

  /** How long a call is waited for that is answered at once. */
  get answerMs(): number {
    return Math.max(2 * this.silenceMs, 10_000);
  }

  /** How long an agent may say nothing at all to anybody before it counts as gone. */
  get lifeMs(): number {
    return Math.max(Math.min(this.answerMs, MOST_LIFE_MS), this.boundMs);
  }

  /** The waits after which silence is told. */
  silences(): { readonly stream: Bound; readonly cancel: Bound } {
    const bound: Bound = { ms: this.silenceMs, source: 'measured' };
    return { stream: bound, cancel: { ms: Math.min(10_000, bound.ms), source: 'measured' } };
  }

  /** The times that a run of a scenario is judged by. @param watchMs how long it watched */
  limits(watchMs: number): Partial<MonitorLimits> {
    const { confirmWatchMs, patienceMs, gapMs } = this.times;
    const { boundMs, silenceMs } = this;
    return {
      inFlightGraceMs: boundMs,
      notFoundGraceMs: boundMs,
      heldMs: boundMs,
      settleGapMs: gapMs,
      // Shorter than the watch of a confirming run, so that what lasts can be told from what lags.
      regressSpanMs: Math.min(10_000, 0.65 * confirmWatchMs),
      silenceMs,
      closeMs: silenceMs,
      pushMs: silenceMs,
      runOnMs: Math.min(10_000, 0.5 * watchMs),
      cancelEndMs: Math.min(60_000, 0.8 * watchMs),
      frozenMs: Math.min(10_000, watchMs),
      stuckMs: 0.9 * patienceMs,
      stuckAfterFaultMs: Math.min(60_000, 0.9 * patienceMs),
    };
  }
}

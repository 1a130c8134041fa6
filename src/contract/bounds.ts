import { DEFAULT_MONITOR_LIMITS, type MonitorLimits } from '../lifecycle/limits.ts';
import type { SettleTimes } from '../lifecycle/verdict.ts';
import type { Bound } from '../protocol/observation.ts';

/** Every wait that a plan contains. Nothing that a guard waits for is without one. */
export interface PlanBounds {
  /** A send, read or other unary answer. */
  readonly answer: Bound;
  /** Silence of a stream past which reads take over as the main channel. */
  readonly silence: Bound;
  /** A stream that has just been opened, until its first frame; past it a read asks for what it should have told. */
  readonly firstFrame: Bound;
  /** A cancel that has not been answered; reading goes on all the same. */
  readonly cancelAnswer: Bound;
  /** The least time between the two reads that settle an end. */
  readonly settleGap: Bound;
  /** How long an end that was told may take to show in reads, or to stop changing, before it counts as unconfirmed. */
  readonly settleWithin: Bound;
  /** How long a canceled task is watched at least, and at most. */
  readonly cancelWatch: Bound;
  readonly cancelWatchMost: Bound;
  /** How long after an answered cancel a frame may have been under way already. */
  readonly inFlight: Bound;
  /** Reads while nothing else tells: the first interval and the longest. */
  readonly pollFirst: Bound;
  readonly pollMost: Bound;
  /** Reads beside a stream that is alive: the first interval and the longest. */
  readonly besideFirst: Bound;
  readonly besideMost: Bound;
  /** From a settled end to the first look at whether it stays; each further look comes after twice the time. */
  readonly aftercareFirst: Bound;
  /** The answer to the opening call, which tells the id of the task; some agents tell it only when the work is done. */
  readonly opening: Bound;
  /** A push notification, after the state that it tells was read. */
  readonly push: Bound;
  /** The whole of the task; when it is over the task is cancelled. */
  readonly duration: Bound;
}

const byDefault = (ms: number): Bound => ({ ms, source: 'default' });

/** The bounds where neither card nor caller says otherwise. */
export const DEFAULT_BOUNDS: PlanBounds = {
  answer: byDefault(30_000),
  silence: byDefault(15_000),
  firstFrame: byDefault(2_000),
  cancelAnswer: byDefault(10_000),
  settleGap: byDefault(1_000),
  settleWithin: byDefault(15_000),
  cancelWatch: byDefault(10_000),
  cancelWatchMost: byDefault(60_000),
  inFlight: byDefault(2_000),
  pollFirst: byDefault(250),
  pollMost: byDefault(10_000),
  besideFirst: byDefault(10_000),
  besideMost: byDefault(60_000),
  aftercareFirst: byDefault(15_000),
  opening: byDefault(600_000),
  push: byDefault(15_000),
  duration: byDefault(600_000),
};

/**
 * The silence window of a card: twice its `defaultTimeout` (in seconds) if it has one, kept between 1 s and 120 s
 * (source document 000, decision boundary).
 */
export function silenceBound(defaultTimeout: number | undefined): Bound {
  if (defaultTimeout === undefined) return DEFAULT_BOUNDS.silence;
  return { ms: Math.min(Math.max(2_000 * defaultTimeout, 1_000), 120_000), source: 'card' };
}

/** A monitor counts in whole ms, by which a time between two calls may look as much shorter. */
const ROUNDING_MS = 2;

/** The times that what is seen is judged by, where a plan's bounds say them. A task counts as lost by them before it is given up. */
export function monitorTimes(bounds: PlanBounds): Partial<MonitorLimits> {
  const { notFoundGraceMs } = DEFAULT_MONITOR_LIMITS;
  return {
    inFlightGraceMs: bounds.inFlight.ms,
    settleGapMs: Math.max(0, bounds.settleGap.ms - ROUNDING_MS),
    notFoundGraceMs: Math.min(notFoundGraceMs, bounds.settleWithin.ms / 2),
  };
}

/** The times of settling, by a plan's bounds. */
export function settleTimes(bounds: PlanBounds): SettleTimes {
  return {
    gapMs: bounds.settleGap.ms,
    withinMs: bounds.settleWithin.ms,
    watchMs: bounds.cancelWatch.ms,
    watchMostMs: bounds.cancelWatchMost.ms,
  };
}

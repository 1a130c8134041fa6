/** The times that judging rests on, in ms. All are policy, none is in the specification. */
export interface MonitorLimits {
  /** How long after an answered cancel a frame may still have been under way on another stream. */
  readonly inFlightGraceMs: number;
  /** Reads that contradict an earlier one are certain only if three do so over at least this time. */
  readonly regressSpanMs: number;
  /** How long a non-blocking answer, or a stream after its end, may take before it counts as held. */
  readonly heldMs: number;
}

export const DEFAULT_MONITOR_LIMITS: MonitorLimits = {
  inFlightGraceMs: 2_000,
  regressSpanMs: 10_000,
  heldMs: 5_000,
};

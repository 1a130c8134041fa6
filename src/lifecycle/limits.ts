/** The times that judging rests on, in ms. All are policy, none is in the specification. */
export interface MonitorLimits {
  /** How long something may still have been under way on one channel after another channel told newer things. */
  readonly inFlightGraceMs: number;
  /** Reads that contradict an earlier one are certain only if three do so over at least this time. */
  readonly regressSpanMs: number;
  /** The least time between two reads that settle an end, and between two answers that a task is not found. */
  readonly settleGapMs: number;
  /** How long a new task may take until reads find it. */
  readonly notFoundGraceMs: number;
  /** How long a non-blocking answer may take, or progress may be held back, before it counts as held. */
  readonly heldMs: number;
  /** Frames that come within this time came at once; so soon before the end of a stream, what was held back came for it. */
  readonly burstMs: number;
  readonly burstEndMs: number;
  /** How long reads may be ahead of an open stream before they alone tell that it is silent. */
  readonly silenceMs: number;
  /** How long a stream may stay open after its task has ended. */
  readonly closeMs: number;
  /** After an accepted cancel: how long until work that goes on counts as not stopped, and until reads must show an end. */
  readonly runOnMs: number;
  readonly cancelEndMs: number;
  /** How long a task may show no change, and how long after an error of the peer's on that task. */
  readonly stuckMs: number;
  readonly stuckAfterFaultMs: number;
  /** How long a task that was moving may stand still after its last stream was left. */
  readonly frozenMs: number;
  /** Within which time a request for input that is followed by work was none. */
  readonly takenBackMs: number;
  /** How long a delivery to a web-hook may take. */
  readonly pushMs: number;
  /** By how much the peer's own clocks may differ. */
  readonly clockToleranceMs: number;
}

export const DEFAULT_MONITOR_LIMITS: MonitorLimits = {
  inFlightGraceMs: 2_000,
  regressSpanMs: 10_000,
  settleGapMs: 1_000,
  notFoundGraceMs: 2_000,
  heldMs: 2_000,
  burstMs: 250,
  burstEndMs: 1_000,
  silenceMs: 15_000,
  closeMs: 5_000,
  runOnMs: 10_000,
  cancelEndMs: 60_000,
  stuckMs: 600_000,
  stuckAfterFaultMs: 60_000,
  frozenMs: 10_000,
  takenBackMs: 5_000,
  pushMs: 15_000,
  clockToleranceMs: 1_000,
};

/** The times of an audit, in ms. What is measured in the run itself is put over them, so that load makes no findings. */
export interface AuditTimes {
  /** How long ends and cancels are watched. */
  readonly watchMs: number;
  /** How long at least in a run that is to confirm a suspicion. */
  readonly confirmWatchMs: number;
  /** What is expected at once may take so long, or longer where round trips are slow. */
  readonly leastBoundMs: number;
  /** How long a stream or a web-hook may bring nothing of what reads have shown. */
  readonly silenceMs: number;
  /** How long a task may take to end, or to ask for something. */
  readonly patienceMs: number;
  /** The least time between two reads that settle an end. */
  readonly gapMs: number;
}

/** How an audit watches unless it is told to be quick. */
export const THOROUGH_TIMES: AuditTimes = {
  watchMs: 45_000,
  confirmWatchMs: 45_000,
  leastBoundMs: 2_000,
  silenceMs: 15_000,
  patienceMs: 120_000,
  gapMs: 1_000,
};

export const QUICK_TIMES: AuditTimes = {
  watchMs: 5_000,
  confirmWatchMs: 16_000,
  leastBoundMs: 2_000,
  silenceMs: 5_000,
  patienceMs: 30_000,
  gapMs: 1_000,
};

/** The times that the definitions of the rules name, in ms. */
export const BOUNDS = {
  /** How long a frame may have been under way. */
  grace: 2_000,
  /** Three reads that run back over this time are no lag. */
  regress: 10_000,
  /** The least time between two reads that settle, or two answers that a task is not found. */
  settle: 1_000,
  /** How long a new task may take to be found. */
  born: 2_000,
  /** From here on an answer, or news, was held back. */
  held: 2_000,
  /** Frames so close together came at once; what comes so soon before the end of a stream came for the end. */
  burst: 250,
  burstEnd: 1_000,
  /** How long reads may be ahead of an open stream. */
  silence: 15_000,
  /** How long a stream may stay open behind its end. */
  close: 5_000,
  /** How long a task may run on, and until when it has to end, after an accepted cancel. */
  runOn: 10_000,
  cancelEnd: 60_000,
  /** How long a task may stand still: at all, behind an internal error, and behind the loss of its stream. */
  stuck: 600_000,
  stuckAfterFault: 60_000,
  frozen: 10_000,
  /** A question that is followed by work within this time was none. */
  takenBack: 5_000,
  /** How long a delivery may take. */
  push: 15_000,
  /** By how much the clocks of one peer may differ. */
  clock: 1_000,
} as const;

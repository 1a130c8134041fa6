/** What an exit code of the command line means. Stable: scripts branch on them. */
export const EXIT = {
  /** It went as it should; for `delegate`, a verified success. */
  ok: 0,
  /** Any other outcome. */
  other: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** The agent can't be reached, or it can't be known what became of the work. */
  unknown: 3,
  /** A fault of our own. */
  fault: 70,
} as const;

/** Exit code of a command that a signal ended, as shells count: 128 and the signal's number. */
export const SIGNAL_EXIT = { SIGINT: 130, SIGTERM: 143 } as const;

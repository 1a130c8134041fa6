const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long what trust concludes is good for, in ms. */
export interface TrustBounds {
  /** How long a claim is suspect after it was broken for the first time; it doubles with each relapse. */
  readonly suspectFirstMs: number;
  /** The longest that a claim is suspect before a probe may clear it. */
  readonly suspectMostMs: number;
  /** The part of that time for which no further probe is made after one has failed. */
  readonly probePause: number;
  /** After how long without a new observation what was verified says nothing any more. */
  readonly verifiedMs: number;
  /** How long an unconfirmed suspicion waits for a second run or vantage to confirm it. */
  readonly doubtMs: number;
  /** How long it is remembered which media types a skill took or refused. */
  readonly modeMs: number;
  /** How long a refused piece of work is kept from the peer. */
  readonly refusalMs: number;
  /** After how long without any observation a suspect claim, too, is only unverified. */
  readonly forgetMs: number;
  /** How long a probe may take before another one may begin. */
  readonly probeMs: number;
}

export const TRUST_BOUNDS: TrustBounds = {
  suspectFirstMs: 15 * MINUTE,
  suspectMostMs: DAY,
  probePause: 0.1,
  verifiedMs: DAY,
  doubtMs: DAY,
  modeMs: 7 * DAY,
  refusalMs: 30 * DAY,
  forgetMs: 90 * DAY,
  probeMs: 10 * MINUTE,
};

/** How long a claim is suspect that has been demoted so many times. */
export function suspectTime(demotions: number, bounds: TrustBounds): number {
  return Math.min(bounds.suspectFirstMs * 2 ** Math.max(0, demotions - 1), bounds.suspectMostMs);
}

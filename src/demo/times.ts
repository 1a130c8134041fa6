import type { PlanBounds } from '../contract/bounds.ts';

/** Every wait of the demonstration, in ms. */
export interface DemoTimes {
  /** One step of an agent's work. */
  readonly stepMs: number;
  /** From the begin of a task until it is cancelled, where the scene cancels. */
  readonly cancelAfterMs: number;
  /** How long the zombie works on behind its cancel. */
  readonly zombieMs: number;
  /** How long the plain caller waits for a stream that says nothing. */
  readonly patienceMs: number;
  /** The same where a gateway stands between, which answers once it has verified. */
  readonly patienceBehindMs: number;
  /** Silence past which the guard turns to reads. */
  readonly silenceMs: number;
  /** How long the guard watches a canceled task. */
  readonly cancelWatchMs: number;
  /** How long it watches one that does not stop. */
  readonly cancelWatchMostMs: number;
  /** How long the guard waits for a result to come to rest. */
  readonly settleWithinMs: number;
}

/** Short enough to be watched. */
export const DEMO_TIMES: DemoTimes = {
  stepMs: 500,
  cancelAfterMs: 1_200,
  zombieMs: 6_000,
  // Longer than the zombie needs, so that its last word is heard.
  patienceMs: 10_000,
  patienceBehindMs: 30_000,
  silenceMs: 2_000,
  cancelWatchMs: 4_000,
  cancelWatchMostMs: 8_000,
  settleWithinMs: 5_000,
};

/** What the guard is given other than its defaults. */
export function boundsFor({
  silenceMs,
  cancelWatchMs,
  cancelWatchMostMs,
  settleWithinMs,
}: DemoTimes): Partial<PlanBounds> {
  const shortened = (ms: number) => ({ ms, source: 'task-class' }) as const;
  return {
    silence: shortened(silenceMs),
    cancelWatch: shortened(cancelWatchMs),
    cancelWatchMost: shortened(cancelWatchMostMs),
    settleWithin: shortened(settleWithinMs),
  };
}

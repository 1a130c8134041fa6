import type { SilenceBounds } from '../../src/judge/silences.ts';
import { DEFAULT_MONITOR_LIMITS, type MonitorLimits } from '../../src/lifecycle/limits.ts';

/** How many times shorter than by default every wait is: the agents that are judged with it are quicker in the same way. */
const SHORTER = 25;

/** All limits of the monitor, shortened. */
export const SHORT_LIMITS = Object.fromEntries(
  Object.entries(DEFAULT_MONITOR_LIMITS).map(([name, ms]) => [name, ms / SHORTER]),
) as unknown as MonitorLimits;

/** A little longer than two reads have to lie apart to settle an end. */
export const GAP_MS = SHORT_LIMITS.settleGapMs * 1.5;

/** A little longer than a contradiction has to last. */
export const SPAN_MS = SHORT_LIMITS.regressSpanMs * 1.5;

/** The length of a step of the lab's work that fits. */
export const STEP_MS = 1_000 / SHORTER;

/** What a live caller would have waited for. */
export const SHORT_SILENCES: SilenceBounds = {
  stream: { ms: SHORT_LIMITS.silenceMs, source: 'default' },
  cancel: { ms: SHORT_LIMITS.runOnMs, source: 'default' },
  push: { ms: SHORT_LIMITS.pushMs, source: 'default' },
};

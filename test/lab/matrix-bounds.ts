import type { PlanBounds } from '../../src/contract/bounds.ts';
import type { Bound } from '../../src/protocol/observation.ts';

const short = (ms: number): Bound => ({ ms, source: 'task-class' });

/**
 * Short waits for peers with steps of 20 ms, many of which run at once on a machine that may be busy: what only waits
 * is as short as can be, what an honest peer must keep within is long.
 */
export const MATRIX_BOUNDS: Partial<PlanBounds> = {
  answer: short(8_000),
  silence: short(800),
  firstFrame: short(400),
  cancelAnswer: short(1_500),
  settleGap: short(60),
  settleWithin: short(4_000),
  cancelWatch: short(500),
  cancelWatchMost: short(5_000),
  inFlight: short(400),
  pollFirst: short(40),
  pollMost: short(250),
  besideFirst: short(300),
  besideMost: short(600),
};

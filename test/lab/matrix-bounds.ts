import type { PlanBounds } from '../../src/contract/bounds.ts';
import type { Bound } from '../../src/protocol/observation.ts';
import { SLOWNESS } from '../support/slowness.ts';

const short = (ms: number): Bound => ({ ms, source: 'task-class' });
/** These bounds are long enough for many peers at once, if nobody else is at work; else all is stretched. */
export const STRETCH = Math.max(1, SLOWNESS / 3);

/** What an honest peer keeps within. */
const kept = (ms: number): Bound => short(Math.round(ms * STRETCH));

/**
 * Short waits for peers with steps of 20 ms (times `STRETCH`), many of which run at once on a machine that may be busy: what only waits
 * is as short as can be, what an honest peer must keep within is long.
 */
export const MATRIX_BOUNDS: Partial<PlanBounds> = {
  answer: kept(8_000),
  silence: kept(800),
  firstFrame: kept(400),
  cancelAnswer: kept(1_500),
  settleGap: short(60),
  settleWithin: kept(4_000),
  cancelWatch: short(500),
  cancelWatchMost: kept(5_000),
  inFlight: kept(400),
  pollFirst: short(40),
  pollMost: short(250),
  besideFirst: short(300),
  besideMost: short(600),
};

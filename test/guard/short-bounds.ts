import type { PlanBounds } from '../../src/contract/bounds.ts';
import type { Bound } from '../../src/protocol/observation.ts';

const short = (ms: number): Bound => ({ ms, source: 'task-class' });

/** Bounds for tests: every wait is as short as a lab peer with 20 ms steps allows. */
export const SHORT: Partial<PlanBounds> = {
  answer: short(2_000),
  silence: short(150),
  firstFrame: short(60),
  cancelAnswer: short(1_000),
  settleGap: short(60),
  settleWithin: short(600),
  cancelWatch: short(300),
  cancelWatchMost: short(900),
  inFlight: short(60),
  pollFirst: short(30),
  pollMost: short(100),
  besideFirst: short(200),
  besideMost: short(400),
  aftercareFirst: short(100),
};

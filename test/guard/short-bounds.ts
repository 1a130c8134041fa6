import type { PlanBounds } from '../../src/contract/bounds.ts';
import type { Bound } from '../../src/protocol/observation.ts';
import { SLOWNESS } from '../support/slowness.ts';

const short = (ms: number): Bound => ({ ms, source: 'task-class' });
/** What an honest peer keeps within, however busy the machine. */
const kept = (ms: number): Bound => short(Math.round(ms * SLOWNESS));

/** The step of a lab peer's work that goes with the bounds below. */
export const STEP_MS = Math.round(20 * SLOWNESS);

/** Bounds for tests: every wait is as short as a lab peer with such steps allows. */
export const SHORT: Partial<PlanBounds> = {
  answer: kept(2_000),
  silence: kept(150),
  firstFrame: kept(60),
  cancelAnswer: kept(1_000),
  settleGap: short(60),
  settleWithin: kept(600),
  cancelWatch: kept(300),
  cancelWatchMost: kept(900),
  inFlight: kept(60),
  pollFirst: short(30),
  pollMost: short(100),
  besideFirst: short(200),
  besideMost: short(400),
  aftercareFirst: short(100),
};

import type { PlanBounds } from '../../src/contract/bounds.ts';

const ms = (value: number) => ({ ms: value, source: 'profile' }) as const;

/** Bounds with which a test need not wait; in the same order as the real ones. */
export const shortBounds: Partial<PlanBounds> = {
  silence: ms(400),
  cancelAnswer: ms(300),
  settleGap: ms(60),
  settleWithin: ms(1_500),
  cancelWatch: ms(300),
  cancelWatchMost: ms(600),
  inFlight: ms(100),
  pollFirst: ms(30),
  pollMost: ms(150),
  besideFirst: ms(150),
  besideMost: ms(600),
};

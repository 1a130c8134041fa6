import type { Prompts } from '../../src/audit/prompts.ts';
import type { AuditTimes } from '../../src/audit/times.ts';
import { SLOWNESS } from '../support/slowness.ts';

/** Times of an audit that are long enough for agents of tests. What is measured is put over them as always. */
export const SHORT_TIMES: AuditTimes = {
  watchMs: 1_500,
  confirmWatchMs: 3_500,
  leastBoundMs: 300,
  silenceMs: 1_000,
  patienceMs: 40_000,
  gapMs: 250,
};

/** How much slower than an idle machine this one is, as far as it matters here. */
const SLOW = Math.min(SLOWNESS, 3);

/** So many steps of work, and more of them on a slow machine: some things show only in what takes longer than they may. */
export function pieces(count: number): number {
  return Math.round(count * SLOW);
}

/** Short times that give a slow machine the reads that it takes to see something, and work the time to end. */
export const STRETCHED_TIMES: AuditTimes = {
  ...SHORT_TIMES,
  watchMs: Math.round(SHORT_TIMES.watchMs * SLOW),
  patienceMs: Math.round(SHORT_TIMES.patienceMs * SLOW),
};

const text = (words: string) => [{ text: words, mediaType: 'text/plain' }];

/** What to say to the agents of the lab and of the SDKs. @param steps of slow work */
export function promptsFor(steps: number): Prompts {
  return {
    quick: text('hello'),
    slow: text(`slow ${steps}`),
    asks: text('clarify'),
    fails: text('fail'),
    file: text('data'),
    message: text('message'),
    answer: text('the blue one'),
  };
}

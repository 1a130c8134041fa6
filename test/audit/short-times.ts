import type { Prompts } from '../../src/audit/prompts.ts';
import type { AuditTimes } from '../../src/audit/times.ts';

/** Times of an audit that are long enough for agents of tests. What is measured is put over them as always. */
export const SHORT_TIMES: AuditTimes = {
  watchMs: 1_500,
  confirmWatchMs: 3_500,
  leastBoundMs: 300,
  silenceMs: 1_000,
  patienceMs: 40_000,
  gapMs: 250,
};

const text = (words: string) => [{ text: words, mediaType: 'text/plain' }];

/** What to say to the agents of the lab and of the SDKs. @param pieces of slow work, one a step */
export function promptsFor(pieces: number): Prompts {
  return {
    quick: text('hello'),
    slow: text(`slow ${pieces}`),
    asks: text('clarify'),
    fails: text('fail'),
    file: text('data'),
    message: text('message'),
    answer: text('the blue one'),
  };
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explore } from '../../exploration/explore.ts';
import type { Budget, Setting } from '../../exploration/setting.ts';
import { ANSWERS, CANCELS, CHUNKS, CONTENTS, ENDS, EVERYTHING, STREAMS, within } from '../../exploration/settings.ts';
import { traceOf } from '../../exploration/trace.ts';

/** Six things said on two streams, three reads, a cancel. */
const FULL: Partial<Budget> = { events: 6, reads: 3, cancels: 1, waits: 2 };

const BOUNDS: readonly (readonly [Setting, Partial<Budget>])[] = [
  [ENDS, FULL],
  [CANCELS, FULL],
  [CANCELS, { events: 3, reads: 3, slowReads: 1, cancels: 1, waits: 2 }],
  [CHUNKS, { ...FULL, waits: 1 }],
  [CONTENTS, { events: 3, reads: 2, slowReads: 1, cancels: 1, waits: 1, late: 1 }],
  [ANSWERS, { events: 3, reads: 3, slowReads: 1, cancels: 1, waits: 2, bursts: 1 }],
  [STREAMS, { events: 3, reads: 2, slowReads: 1, cancels: 1, waits: 2, bursts: 1 }],
  [EVERYTHING, { events: 2, reads: 2, cancels: 1, waits: 1 }],
];

describe('no course of an adversarial peer breaks an invariant of the guard', () => {
  for (const [setting, budget] of BOUNDS) {
    it(`in all that can happen to ${setting.name}: ${JSON.stringify(budget)}`, (t) => {
      const { states, moves, outcomes, broken, ms, setting: explored } = explore(within(setting, budget));
      const ends = [...outcomes].map(([kind, count]) => `${kind} ${count}`).join(', ');
      t.diagnostic(`${states} states, ${moves} moves, ${Math.round(ms / 1_000)} s; runs ended: ${ends}`);
      assert.equal(broken && [broken.invariant, ...traceOf(explored, broken.moves)].join('\n'), undefined);
    });
  }
});

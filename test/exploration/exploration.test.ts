import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GUARD_CHECKS, type GuardCheck } from '../../src/guard/guard-check.ts';
import { explore } from './explore.ts';
import type { Budget, Setting } from './setting.ts';
import { ANSWERS, CANCELS, CONTENTS, ENDS, STREAMS, within } from './settings.ts';
import { shortest } from './shortest.ts';
import { traceOf } from './trace.ts';

const SMALL: Partial<Budget> = { events: 2, reads: 2, cancels: 1, waits: 1 };

describe('no course of an adversarial peer breaks an invariant of the guard', () => {
  for (const setting of [ENDS, CANCELS, CONTENTS, ANSWERS, STREAMS]) {
    it(`in all that can happen to ${setting.name} within a small bound`, (t) => {
      const { states, moves, outcomes, broken, ms } = explore(within(setting, SMALL));
      t.diagnostic(`${states} states, ${moves} moves, ${Math.round(ms)} ms; ${[...outcomes.keys()].join(', ')}`);
      assert.equal(broken?.invariant, undefined);
      assert.ok(states > 1_000);
    });
  }
});

/** Where each check is first missed. Those that it takes a longer course to miss are in the deep run. */
const MISSED_IN: Partial<Record<GuardCheck, Setting>> = {
  'second-read': ENDS,
  'read-gap': ENDS,
  'equal-content': ENDS,
  'cancel-watch': CANCELS,
  'widened-watch': CANCELS,
  'quiet-streams': CANCELS,
  'not-found-twice': CANCELS,
  'confirm-failure': ENDS,
  'reads-only': ENDS,
  fence: ENDS,
  'held-end': ENDS,
  'held-artifacts': CANCELS,
  'settled-delivery': ENDS,
  'whole-stream': ENDS,
  'lost-frame': CONTENTS,
  'sign-of-life': CANCELS,
  'untouched-refusal': ANSWERS,
};

describe('each part of the guard is needed: without it a course breaks an invariant', () => {
  for (const check of GUARD_CHECKS) {
    const setting = MISSED_IN[check];
    if (setting === undefined) continue;
    it(check, (t) => {
      const without = new Set([check]);
      const found = shortest(within(setting, SMALL), without);
      assert.ok(found !== undefined, 'nothing missed it');
      t.diagnostic(`${check} left out: ${found.invariant}`);
      for (const line of traceOf(setting, found.moves, without)) t.diagnostic(line);
    });
  }
});

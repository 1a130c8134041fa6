import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GUARD_CHECKS, type GuardCheck } from '../../src/guard/guard-check.ts';
import { type Exploration, explore } from './explore.ts';
import { unsettledAtRest } from './rest.ts';
import { snapshot } from './sayings.ts';
import type { Budget, Setting } from './setting.ts';
import { ANSWERS, CANCELS, CHUNKS, CONTENTS, ENDS, EVERYTHING, STREAMS, within } from './settings.ts';
import { shortest } from './shortest.ts';
import { traceOf } from './trace.ts';
import type { World } from './world.ts';

const SMALL: Partial<Budget> = { events: 2, reads: 2, cancels: 1, waits: 1 };
/** All that is known at once, each thing once. */
const EACH_ONCE: Partial<Budget> = { events: 1, reads: 1, slowReads: 1, cancels: 1, waits: 1, late: 1, bursts: 1 };

describe('no course of an adversarial peer breaks an invariant of the guard', () => {
  for (const setting of [ENDS, CANCELS, CONTENTS, CHUNKS, ANSWERS, STREAMS].map((one) => within(one, SMALL))) {
    it(`in all that can happen to ${setting.name} within a small bound`, (t) => {
      const found = explore(setting);
      t.diagnostic(tally(found));
      assert.equal(storyOf(found), undefined);
    });
  }

  it('in all that can happen once', (t) => {
    const found = explore(within(EVERYTHING, EACH_ONCE));
    t.diagnostic(tally(found));
    assert.equal(storyOf(found), undefined);
  });
});

describe('a peer that comes to rest is believed', () => {
  const shows = [snapshot('completed', 'x'), snapshot('failed'), snapshot('canceled', 'x')];
  for (const setting of [ENDS, CANCELS].map((one) => within(one, { events: 1, reads: 1, cancels: 1, waits: 1 }))) {
    it(`whatever it did to ${setting.name} before`, (t) => {
      const found = explore(setting, {
        always: (play, world) =>
          hasTime(world) ? shows.map((one) => unsettledAtRest(play, world, one)).find((wrong) => wrong) : undefined,
      });
      t.diagnostic(tally(found));
      assert.equal(storyOf(found), undefined);
    });
  }
});

/** Where each check is missed soonest. */
const MISSED_IN: Readonly<Record<GuardCheck, Setting>> = {
  'second-read': ENDS,
  'read-gap': ENDS,
  'equal-content': ENDS,
  'cancel-watch': CANCELS,
  'widened-watch': CANCELS,
  'quiet-streams': CANCELS,
  'not-found-twice': CANCELS,
  'confirm-failure': ENDS,
  'ignore-stale': ENDS,
  'reads-only': ENDS,
  'own-task': ENDS,
  fence: ENDS,
  'held-end': ENDS,
  'held-artifacts': CANCELS,
  'settled-delivery': ENDS,
  'one-source': CONTENTS,
  'whole-stream': ENDS,
  'lost-frame': CONTENTS,
  'late-frames': CANCELS,
  'sign-of-life': CANCELS,
  'untouched-refusal': ANSWERS,
};

describe('each part of the guard is needed: without it a course breaks an invariant', () => {
  for (const check of GUARD_CHECKS) {
    it(check, (t) => {
      const without = new Set([check]);
      const setting = within(MISSED_IN[check], { events: 2, reads: 3, cancels: 1, waits: 2 });
      const found = shortest(setting, without);
      assert.ok(found !== undefined, 'nothing missed it');
      t.diagnostic(`${check} left out: ${found.invariant}`);
      for (const line of traceOf(setting, found.moves, without)) t.diagnostic(line);
    });
  }
});

function tally({ states, moves, outcomes, ms }: Exploration): string {
  const ends = [...outcomes].map(([kind, count]) => `${kind} ${count}`).join(', ');
  return `${states} states, ${moves} moves, ${Math.round(ms)} ms; runs ended: ${ends}`;
}

/** What was broken, and how, as it should be read in a failure. */
function storyOf({ setting, broken }: Exploration): string | undefined {
  if (broken === undefined) return undefined;
  return [broken.invariant, ...traceOf(setting, broken.moves)].join('\n');
}

/** Whether the bounds of an end or a cancel leave the time that it takes to settle. */
function hasTime({ now, history: { told, cancelAsked }, guard }: World): boolean {
  const since = [cancelAsked, ...Object.values(told)].filter((at) => at !== undefined);
  return guard.record.id !== undefined && now - Math.min(...since) <= 3_000;
}

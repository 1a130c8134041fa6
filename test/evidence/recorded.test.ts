import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JudgedFinding, judge } from '../../src/judge/judge.ts';
import type { MonitorLimits } from '../../src/lifecycle/limits.ts';
import { readRecorded, recordings } from './recorded.ts';
import { beyondTheTable, divergences } from './tables.ts';

const found = new Map(recordings.map((name) => [name, judge(readRecorded(name))]));

function rulesIn(name: string): readonly string[] {
  return (found.get(name) ?? []).map(({ finding }) => finding.rule);
}

function judgedWith(name: string, limits: Partial<MonitorLimits>): readonly JudgedFinding[] {
  return judge(readRecorded(name), { monitor: { limits } });
}

for (const { id, seen, rules = [], traces, unrecorded = {} } of divergences) {
  test(`${id} is found where it was recorded: ${seen}`, () => {
    for (const rule of rules) {
      const expected = unrecorded[rule] === undefined;
      const shown = traces.filter((name) => rulesIn(name).includes(rule));
      assert.equal(shown.length > 0, expected, expected ? `${rule} is found` : `${rule} is found after all`);
    }
  });

  for (const [rule, { why, shownWith }] of Object.entries(unrecorded)) {
    if (shownWith === undefined) continue;
    test(`${id}: ${rule} is only missed by a recording since ${why}`, () => {
      const all = traces.flatMap((name) => judgedWith(name, shownWith));
      assert.ok(
        all.some(({ finding }) => finding.rule === rule),
        `${rule} is found with ${JSON.stringify(shownWith)}`,
      );
    });
  }
}

test('whatever else is certain in a recording is on the list of what lies beyond the table', () => {
  const unlisted = recordings.flatMap((name) =>
    (found.get(name) ?? [])
      .filter(({ finding }) => finding.certainty === 'certain' && !isKnown(name, finding.rule))
      .map(({ finding }) => `${name}: ${finding.rule}: ${finding.because}`),
  );
  assert.deepEqual(unlisted, []);
});

test('each entry of that list is found in each recording that it names', () => {
  for (const { rule, traces } of beyondTheTable) {
    for (const pattern of traces) {
      const named = recordings.filter((name) => matches(name, pattern));
      assert.ok(
        named.some((name) => rulesIn(name).includes(rule)),
        `${rule} in ${pattern}`,
      );
    }
  }
});

test('agents of the official SDKs that keep their word are found to do so', () => {
  for (const name of recordings.filter((each) => /^a2a-js.*\/(stream-complete|send-blocking)$/.test(each))) {
    assert.deepEqual(rulesIn(name), [], name);
  }
});

/** Whether a row about the same agent, or the list, names the rule. */
function isKnown(name: string, rule: string): boolean {
  return (
    divergences.some(({ peer, rules = [] }) => name.startsWith(peer) && rules.includes(rule)) ||
    beyondTheTable.some((entry) => entry.rule === rule && entry.traces.some((pattern) => matches(name, pattern)))
  );
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/judge/judge.ts';
import { cancelReports } from './reports/cancels.ts';
import { chunkReports } from './reports/chunks.ts';
import { framingReports } from './reports/framing.ts';
import { refusalReports } from './reports/refusals.ts';
import { sendReports } from './reports/sends.ts';
import { streamReports } from './reports/streams.ts';
import { taskReports } from './reports/tasks.ts';
import { webHookReports } from './reports/web-hooks.ts';
import { reports } from './tables.ts';

const recreations = [
  ...streamReports,
  ...framingReports,
  ...chunkReports,
  ...taskReports,
  ...sendReports,
  ...cancelReports,
  ...webHookReports,
  ...refusalReports,
];

for (const { id, seen, rules = [] } of reports) {
  if (rules.length === 0) continue;
  test(`${id} is found: ${seen}`, () => {
    const own = recreations.filter(({ report }) => report === id);
    for (const { rules: expected, trace } of own) {
      const found = judge({ ...trace, framesTimed: true }).map(({ finding }) => finding.rule);
      for (const rule of expected) assert.ok(found.includes(rule), `${rule} is found, not only ${found.join(', ')}`);
    }
    const shown = own.flatMap((recreation) => recreation.rules);
    assert.deepEqual([...new Set(shown)].toSorted(), [...rules].toSorted());
  });
}

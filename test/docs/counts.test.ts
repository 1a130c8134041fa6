import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SCENARIO_IDS } from '../../src/audit/scenario-ids.ts';
import { deviations } from '../../src/lab/index.ts';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

const lies = deviations.filter(({ kind }) => kind === 'deviation').length;

/** Each number that a page tells of what there is, and what there is. */
const TOLD: readonly (readonly [page: string, words: RegExp, count: number])[] = [
  ['README.md', /There are (\d+) deviations by name/, lies],
  ['CHANGELOG.md', /(\d+) deviations by name/, lies],
  ['CHANGELOG.md', /(\d+)\s+scenarios, each with an agent/, SCENARIO_IDS.length],
];

for (const [page, words, count] of TOLD) {
  test(`${page} tells as many as there are: ${words.source}`, () => {
    assert.equal(words.exec(read(page))?.[1], String(count));
  });
}

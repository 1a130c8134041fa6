import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { foreignPage } from '../foreign/page.ts';
import { readResults, wrongIn } from '../foreign/results.ts';

it('the page about foreign agents is what was played last, and that was right (npm run demo:foreign plays it anew)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/foreign.md'), 'utf8');
  assert.deepEqual(wrongIn(readResults()), []);
  assert.equal(page, foreignPage(readResults()));
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { evidencePage } from './evidence-page.ts';

it('the page of evidence is what the tables say (npm run docs writes it anew)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/evidence.md'), 'utf8');
  assert.equal(page, evidencePage());
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { ruleReference } from './rule-reference.ts';

it('the rule reference is what the catalogue says (npm run docs writes it anew)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/rules.md'), 'utf8');
  assert.equal(page, ruleReference());
});

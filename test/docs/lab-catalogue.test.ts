import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { labCatalogue } from './lab-catalogue.ts';

const docs = join(import.meta.dirname, '../../docs');

it("the lab's catalogue is what the lab says (npm run docs writes it anew)", () => {
  assert.equal(readFileSync(join(docs, 'lab-catalogue.md'), 'utf8'), labCatalogue());
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { publicCardsPage } from './public-cards-page.ts';

it('the page of public cards is what the cards say (npm run docs writes it anew)', () => {
  assert.equal(readFileSync(join(import.meta.dirname, '../../docs/public-cards.md'), 'utf8'), publicCardsPage());
});

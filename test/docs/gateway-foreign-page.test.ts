import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { behindPage, readBehind, wrongBehind } from '../foreign/behind-page.ts';

it('the page about foreign agents behind the gateway is what was played last, and that was right', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/gateway-foreign.md'), 'utf8');
  assert.deepEqual(wrongBehind(readBehind()), []);
  assert.equal(page, behindPage(readBehind()));
});

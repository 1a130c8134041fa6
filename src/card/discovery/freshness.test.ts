import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HttpHeaders } from '../../http/headers.ts';
import { freshnessOf } from './freshness.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

const CASES: readonly (readonly [HttpHeaders, boolean, number])[] = [
  [{ 'cache-control': 'public, max-age=300' }, true, 300_000],
  [{ 'cache-control': 'max-age="300"', age: '100' }, true, 200_000],
  [{ 'cache-control': 'max-age=10', age: '100' }, true, 0],
  [{ 'cache-control': 'max-age=0, must-revalidate' }, true, 0],
  [{ 'cache-control': 'no-cache, max-age=300' }, true, 0],
  [{ 'cache-control': 'No-Store, max-age=300' }, false, 0],
  [{ 'cache-control': 'max-age=999999999' }, true, 86_400_000],
  [{ 'cache-control': 'max-age=-5' }, true, 60_000],
  [{ expires: 'Thu, 01 Jan 2026 00:02:00 GMT' }, true, 120_000],
  [{ expires: 'Thu, 01 Jan 2026 00:02:00 GMT', date: 'Thu, 01 Jan 2026 00:01:00 GMT' }, true, 60_000],
  [{ expires: '0' }, true, 0],
  [{}, true, 60_000],
];

describe('how long an answer may be used again', () => {
  for (const [headers, keep, freshMs] of CASES) {
    it(`follows its headers: ${JSON.stringify(headers)}`, () => {
      assert.deepEqual(freshnessOf(headers, NOW, { silentMs: 60_000, mostMs: 86_400_000 }), { keep, freshMs });
    });
  }
});

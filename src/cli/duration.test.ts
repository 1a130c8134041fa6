import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDuration, parseDuration } from './duration.ts';

test('a duration is a number and a unit', () => {
  for (const [text, ms] of [
    ['500ms', 500],
    ['2s', 2_000],
    ['1.5s', 1_500],
    ['10m', 600_000],
    ['1h', 3_600_000],
    [' 3 S ', 3_000],
    ['0s', 0],
  ] as const) {
    assert.equal(parseDuration(text), ms, text);
  }
});

test('what is no duration says what one is', () => {
  for (const [text, says] of [
    ['', /such as 500ms, 2s, 10m or 1h/],
    ['soon', /such as/],
    ['-2s', /such as/],
    ['2s3', /such as/],
    ['1e3s', /such as/],
    ['10', /Did you mean 10s\?/],
    ['10d', /a unit: ms, s, m or h/],
    ['700h', /24 days at most/],
  ] as const) {
    assert.throws(() => parseDuration(text), { code: 'commander.invalidArgument', message: says }, text);
  }
});

test('a duration is shown as precisely as it matters', () => {
  for (const [ms, text] of [
    [0, '0 ms'],
    [420.4, '420 ms'],
    [1_000, '1.0 s'],
    [4_249, '4.2 s'],
    [9_960, '10 s'],
    [42_400, '42 s'],
    [60_000, '1 min'],
    [125_000, '2 min 5 s'],
    [3_599_600, '60 min'],
  ] as const) {
    assert.equal(formatDuration(ms), text);
  }
});

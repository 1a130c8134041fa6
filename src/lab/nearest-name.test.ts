import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviations } from './deviations/index.ts';
import { nearestName } from './nearest-name.ts';

const names = deviations.map(({ name }) => name);

test('slips of the finger are seen through', () => {
  for (const [given, meant] of [
    ['zombie-cancle', 'zombie-cancel'],
    ['zombiecancel', 'zombie-cancel'],
    ['Mute-Stream', 'mute-stream'],
    ['hoenst', 'honest'],
  ] as const) {
    assert.equal(nearestName(given, names), ` Did you mean ${meant}?`);
  }
});

test('nothing is suggested where nothing is like it', () => {
  assert.equal(nearestName('qqqq', names), '');
  assert.equal(nearestName('', []), '');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { didYouMean, namesLike } from './did-you-mean.ts';

const names = [
  'zombie-cancel',
  'mute-stream',
  'cancel/resurrected',
  'cancel/artifact-after',
  'stream/silent',
  'honest',
  '1.0',
];

test('slips of the finger are seen through', () => {
  for (const [given, meant] of [
    ['hoenst', 'honest'],
    ['mutestream', 'mute-stream'],
    ['Zombie-Cancel', 'zombie-cancel'],
    ['zombie', 'zombie-cancel'],
    ['cancel/resurected', 'cancel/resurrected'],
    ['resurrected', 'cancel/resurrected'],
    ['slient', 'stream/silent'],
    ['1', '1.0'],
  ] as const) {
    assert.equal(namesLike(given, names)[0], meant, given);
  }
});

test('nothing is suggested where nothing is near', () => {
  assert.equal(didYouMean('quite-another-thing', names), '');
  assert.equal(didYouMean('', names), '');
  assert.equal(didYouMean('anything', []), '');
  assert.equal(didYouMean('a', ['b']), '');
});

test('several likely names are offered as a choice', () => {
  assert.equal(didYouMean('cancel/', ['cancel/a', 'cancel/b']), ' Did you mean cancel/a or cancel/b?');
  assert.equal(didYouMean('cat', ['cats']), ' Did you mean cats?');
});

test('a name is always its own best suggestion', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}(\/[a-z]{3,12})?$/), { minLength: 1 }), (list) => {
      for (const name of list) assert.ok(namesLike(name, [name]).includes(name));
    }),
  );
});

test('one slip in a name of some length is always seen through', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.nat(), fc.stringMatching(/^[a-z]$/), (name, at, letter) => {
      const place = at % name.length;
      const replaced = name.slice(0, place) + letter + name.slice(place + 1);
      const left = name.slice(0, place) + name.slice(place + 1);
      const swapped = name.slice(0, place) + (name[place + 1] ?? '') + (name[place] ?? '') + name.slice(place + 2);
      for (const slip of [replaced, left, swapped]) assert.deepEqual(namesLike(slip, [name]), [name]);
    }),
  );
});

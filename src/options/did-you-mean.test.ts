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

test('a text that is too long for a name is neither suggested nor looked for', () => {
  const long = 'y'.repeat(1_000_000);
  assert.deepEqual(namesLike('yyy', [long, `${'y'.repeat(200)}y`, 'yyyx']), ['yyyx']);
  assert.deepEqual(namesLike(long, [long, 'yyy']), []);
  assert.deepEqual(namesLike('x'.repeat(200), [`${'x'.repeat(199)}z`]), [`${'x'.repeat(199)}z`]);
});

test('of names without end only the first are looked at for slips', () => {
  const wanted = 'translate-legal-documents';
  const slip = 'translate-legal-docments';
  const crowd = Array.from({ length: 2_000 }, (_, index) => `${'y'.repeat(20)}${index}`);
  assert.deepEqual(namesLike(wanted, [slip, ...crowd]), [slip]);
  assert.deepEqual(namesLike(wanted, [...crowd, slip]), []);
  assert.deepEqual(namesLike('legal', [...crowd, slip]), [slip]);
});

test('names of everyday length are judged by all their characters', () => {
  const text = fc.stringMatching(/^[abc/.]{0,9}$/);
  fc.assert(
    fc.property(text, fc.uniqueArray(text, { maxLength: 8 }), (given, list) => {
      const tolerated = Math.max(1, Math.floor(given.length / 3));
      const ranked = list
        .map((name) => ({ name, distance: plainDistance(given, name) }))
        .filter(({ distance }) => distance <= tolerated && distance < given.length)
        .sort((a, b) => a.distance - b.distance);
      assert.deepEqual(
        namesLike(given, list),
        ranked.slice(0, 3).map(({ name }) => name),
      );
    }),
  );
});

/** As said, without a thought to effort. */
function plainDistance(given: string, name: string): number {
  if ((given.length >= 3 && name.includes(given)) || name.startsWith(`${given}.`)) return 0;
  return Math.min(slips(given, name), slips(given, name.slice(name.indexOf('/') + 1)));
}

function slips(from: string, to: string, known = new Map<string, number>()): number {
  if (from === '' || to === '') return from.length + to.length;
  const key = `${from} ${to}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [a, b] = [from.slice(1), to.slice(1)];
  const ways = [slips(a, to, known) + 1, slips(from, b, known) + 1, slips(a, b, known) + (from[0] === to[0] ? 0 : 1)];
  if (from.length > 1 && from[0] === to[1] && from[1] === to[0]) ways.push(slips(a.slice(1), b.slice(1), known) + 1);
  const least = Math.min(...ways);
  known.set(key, least);
  return least;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { labelled, wrap } from './layout.ts';

test('text is broken at spaces, and long words are left whole', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('https://a.example/long x', 5), ['https://a.example/long', 'x']);
  assert.deepEqual(wrap('a\n\nb', 10), ['a', '', 'b']);
});

test('no line is longer than asked for, and no word is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1 }),
      fc.integer({ min: 9, max: 60 }),
      (words, width) => {
        const lines = wrap(words.join(' '), width);
        assert.deepEqual(lines.join(' ').split(' '), words);
        for (const line of lines) assert.ok(line.length <= width);
      },
    ),
  );
});

test('labels stand in a column, and what does not fit goes on beside them', () => {
  const rows = [
    ['a', 'one two'],
    ['long', 'three'],
  ] as const;
  assert.deepEqual(labelled(rows, { indent: '  ', width: 13, label: (text) => text }), [
    '  a     one',
    '        two',
    '  long  three',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { labelled, wrap, wrapJson } from './layout.ts';

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

test('JSON is broken behind commas outside its texts, and what is cut in a text is left whole', () => {
  assert.deepEqual(wrapJson('{"a":"b, c","d":[1,2]}', 12), ['{"a":"b, c",', '"d":[1,2]}']);
  assert.deepEqual(wrapJson('HTTP 200 {"a":"b \\" c, and so…', 12), ['HTTP 200 {"a":"b \\" c, and so…']);
  fc.assert(
    fc.property(fc.json(), fc.nat(60), (json, width) => {
      const lines = wrapJson(json, width);
      assert.deepEqual(JSON.parse(lines.join('')), JSON.parse(json));
    }),
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

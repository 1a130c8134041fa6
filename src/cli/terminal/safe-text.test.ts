import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { safeJson, safeLine, safeLines } from './safe-text.ts';

/** All that a terminal obeys or hides. The two joiners are wanted by scripts and emoji. */
const obeyed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const anyText = fc.string({ unit: 'binary', maxLength: 40 });

test('controls are shown, not obeyed', () => {
  assert.equal(safeLine('\u001b[31mred\u0007\r\n'), '\\x1b[31mred\\x07\\x0d\\x0a');
  assert.equal(safeLine('\u009b2J\u0080'), '\\x9b2J\\x80');
  assert.equal(safeLine('a\u202eb\u2066c\u200f\ufeff'), 'a\\u{202e}b\\u{2066}c\\u{200f}\\u{feff}');
  assert.equal(safeLine('\u{e0041}'), '\\u{e0041}');
  assert.equal(safeLine('\ud800'), '\\u{d800}');
});

test('text of all scripts stays as it is', () => {
  const text = 'Grüße, 你好, می‌خواهم, 👩‍💻, ½ €';
  assert.equal(safeLine(text), text);
});

test('lines and tabs are kept where lines are wanted', () => {
  assert.equal(safeLines('a\tb\r\nc\rd\n'), 'a\tb\nc\\x0dd\n');
});

test('whatever comes, nothing that a terminal obeys goes out', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.doesNotMatch(safeLine(text), obeyed);
      assert.doesNotMatch(safeLines(text).replace(/[\n\t]/g, ''), obeyed);
    }),
  );
});

test('JSON is as safe, and still the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      for (const indent of [undefined, 2]) {
        const text = safeJson(value, indent);
        assert.doesNotMatch(text.replaceAll('\n', ''), obeyed);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      }
    }),
  );
  assert.equal(safeJson({ a: '\u001b\u009b\u202e\u{e0041}' }), '{"a":"\\u001b\\u009b\\u202e\\udb40\\udc41"}');
});

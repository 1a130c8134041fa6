import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_DEPTH, scanJson } from './json-scan.ts';

describe('the look over JSON text', () => {
  it('finds a key that one object has twice, however it is written', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"b":[{"c":1}],"a":2}',
      '{ "a" : 1 ,\n"b":{"a":1,"x":"}","a":0}}',
      String.raw`{"\u0061":1,"a":2}`,
      String.raw`{"a":1,"\u0061":2}`,
      String.raw`{"a\"":1,"a\"":2}`,
      `{${Array.from({ length: 100 }, (_, i) => `"key${i}":${i}`).join()},"key7":1}`,
    ]) {
      assert.equal(scanJson(text)?.kind, 'duplicate-key', text);
    }
  });

  it('takes the same key in different objects, and text that only looks like a key', () => {
    for (const text of [
      '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
      String.raw`{"a":"\"a\":","b":"\\","c":"a\\\":"}`,
      '["a","a"]',
      `[${Array.from({ length: 3 }, () => `{${Array.from({ length: 50 }, (_, i) => `"k${i}":0`).join()}}`).join()}]`,
    ]) {
      assert.equal(scanJson(text), undefined, text);
    }
  });

  it('allows a certain depth and no more', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(scanJson(nested(MAX_DEPTH)), undefined);
    assert.equal(scanJson(nested(MAX_DEPTH + 1))?.kind, 'depth');
    assert.equal(scanJson('[1,'.repeat(1_000_000))?.kind, 'depth');
  });

  it('finds nothing wrong with what was written by JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('', ' ', '\t'), (value, space) => {
        assert.equal(scanJson(JSON.stringify(value, undefined, space)), undefined);
      }),
    );
  });

  it('finds each key that is put in a second time', () => {
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), {
      minKeys: 1,
      maxKeys: 40,
    });
    fc.assert(
      fc.property(object, fc.nat(), (members, pick) => {
        const texts = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        const twice = texts[pick % texts.length] ?? '';
        assert.equal(scanJson(`[0,{${[...texts, twice].join()}}]`)?.kind, 'duplicate-key');
      }),
    );
  });

  it('ends on any text at all', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', ' ')), (pieces) => {
        scanJson(pieces.join(''));
      }),
    );
  });
});

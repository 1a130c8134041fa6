import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import { messageContent } from './message-content.ts';

const contentOf = (text: string): string =>
  messageContent((json: JsonObject | undefined) => json?.['message'], asObject(JSON.parse(text)), text);

/** Writes JSON with the members of each object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  const json = asObject(value);
  if (json === undefined) return value;
  return Object.fromEntries(
    Object.keys(json)
      .reverse()
      .map((name) => [name, turned(json[name])]),
  );
}

describe('what a message holds', () => {
  it('is the same in whatever order its members come, and however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (message) => {
        const written = contentOf(JSON.stringify({ message }));
        assert.equal(contentOf(JSON.stringify({ id: 2, message: turned(message) }, null, 2)), written);
      }),
    );
  });

  it('is the same only where the JSON is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (one, other) => {
        const same = contentOf(JSON.stringify({ message: one })) === contentOf(JSON.stringify({ message: other }));
        const [first, second] = [one, other].map((value) => JSON.parse(JSON.stringify(value)));
        assert.equal(same, isDeepStrictEqual(first, second));
      }),
    );
  });

  for (const [one, other, same] of [
    ['"\\u0077"', '"w"', true],
    ['1.0', '1', true],
    ['0.1', '0.10', true],
    ['9007199254740993', '9007199254740992', false],
    ['12345678901234567890', '12345678901234567891', false],
    ['0.12345678901234567', '0.12345678901234568', false],
    ['1e400', '1e500', false],
    ['1e400', 'null', false],
    ['"\\ud800"', '"\\ud801"', false],
    ['"\\ud800"', '"\\ufffd"', false],
    ['{"\\ud800":1}', '{"\\ud801":1}', false],
    ['"\\ud83d\\ude00"', '"😀"', true],
    ['{"a":1,"__proto__":2}', '{"a":1}', false],
  ] as const) {
    it(`${one} is ${same ? '' : 'not '}${other}`, () => {
      const [first, second] = [one, other].map((data) => contentOf(`{"message":{"a":${data},"b":[${data}]}}`));
      assert.equal(first === second, same);
      const turnedRound = contentOf(`{"message":{"b":[${one}],"a":${one}}}`);
      assert.equal(turnedRound, first);
    });
  }

  it('of more values than can be put in order at little cost is told by the order that they come in', () => {
    const many = JSON.stringify(Array.from({ length: 60_000 }, (_, at) => at));
    const [one, other, next] = [
      `{"id":1,"message":{"a":1,"b":${many}}}`,
      `{"id":2, "message":{"a":1,"b":${many}}}`,
      `{"id":1,"message":{"b":${many},"a":1}}`,
    ].map(contentOf);
    assert.equal(one, other);
    assert.notEqual(one, next);
    const [large, larger] = ['9007199254740992', '9007199254740993'].map((number) =>
      contentOf(`{"message":{"a":${number},"b":${many}}}`),
    );
    assert.notEqual(large, larger);
  });
});

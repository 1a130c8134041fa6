import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findJsonFault } from './json-fault.ts';

/** Whether the engine can read it, and where it says that it can't, if it does. */
function byEngine(text: string): { readonly valid: boolean; readonly position: number | undefined } {
  try {
    JSON.parse(text);
    return { valid: true, position: undefined };
  } catch (error) {
    const [, position] = / position (\d+)/.exec((error as Error).message) ?? [];
    return { valid: false, position: position === undefined ? undefined : Number(position) };
  }
}

function positionIn(text: string, { line, column }: { line: number; column: number }): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/** JSON, mostly with one thing wrong in it. */
const spoilt = fc
  .tuple(
    fc.json({ stringUnit: 'binary' }).chain((text) => fc.constantFrom(text, JSON.stringify(JSON.parse(text), null, 2))),
    fc.nat(),
    fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', 'e', '.', '\n', ' ', '\u0001', 'tru', 'x'),
    fc.nat({ max: 2 }),
  )
  .map(([text, at, insert, cut]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + insert + text.slice(place + cut);
  });

describe('where a text stops being JSON', () => {
  it('is found where the engine finds it', () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        const { valid, position } = byEngine(text);
        const fault = findJsonFault(text);
        assert.equal(fault === undefined, valid);
        if (fault === undefined || position === undefined) return;
        // Within a word or a number the engine goes on as far as it could still become one.
        const ahead = position - positionIn(text, fault);
        assert.ok(ahead >= 0 && ahead < 5, `the engine is ${ahead} ahead`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is told by line, column and what stands there', () => {
    assert.deepEqual(findJsonFault('{\n  "a": [1, 2,]\n}'), { line: 2, column: 14, found: ']' });
    assert.deepEqual(findJsonFault('{"a": "b'), { line: 1, column: 9, found: undefined });
    assert.deepEqual(findJsonFault('{"a": 🙂}'), { line: 1, column: 7, found: '🙂' });
    assert.deepEqual(findJsonFault(''), { line: 1, column: 1, found: undefined });
  });

  it('is found at any depth, without running out of stack', () => {
    const deep = '['.repeat(200_000);
    assert.deepEqual(findJsonFault(`${deep}x`), { line: 1, column: 200_001, found: 'x' });
  });
});

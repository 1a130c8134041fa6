import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shortestWitness } from './witness.ts';

const sequences = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 60 });

describe('the shortest witness', () => {
  it('is just what is needed, where that is fixed', () => {
    fc.assert(
      fc.property(sequences, fc.infiniteStream(fc.boolean()), (sequence, chosen) => {
        const needed = sequence.filter(() => chosen.next().value === true);
        const shows = (part: readonly number[]): boolean => needed.every((one) => part.includes(one));
        fc.pre(needed.length > 0);
        assert.deepEqual(shortestWitness(sequence, shows), needed);
      }),
    );
  });

  it('still shows it, keeps the order, and can lose no single element, whatever it takes', () => {
    fc.assert(
      fc.property(
        sequences,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 3 }),
        (sequence, sum, pairs) => {
          // Not monotone: a longer part may show less.
          const shows = (part: readonly number[]): boolean =>
            part.reduce((total, one) => total + (one % 7), 0) >= sum &&
            part.filter((one) => one % 2 === 1).length >= pairs;
          fc.pre(shows(sequence));
          const witness = shortestWitness(sequence, shows);
          assert.ok(shows(witness));
          assert.deepEqual(
            witness,
            sequence.filter((one) => witness.includes(one)),
          );
          for (const left of witness) {
            const rest = witness.filter((one) => one !== left);
            assert.ok(rest.length === 0 || !shows(rest));
          }
        },
      ),
    );
  });

  it('takes few questions where little of much is needed', () => {
    const sequence = Array.from({ length: 100_000 }, (_, index) => index);
    let asked = 0;
    const witness = shortestWitness(sequence, (part) => {
      asked++;
      return part.includes(31_337) && part.includes(99_999);
    });
    assert.deepEqual(witness, [31_337, 99_999]);
    assert.ok(asked < 150, `${asked} questions`);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FirstNames } from './first-names.ts';

it('remembers the first names for good, and none that are too long or too many', () => {
  const names = new FirstNames(2, 3);
  assert.deepEqual(
    ['long', 'one', 'two', 'six', 'one', 'two'].map((name) => names.take(name)),
    [false, true, true, false, true, true],
  );
});

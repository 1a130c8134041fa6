import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killAndReattach } from '../../guard/killing.ts';

describe('a hundred processes that are killed while they delegate', () => {
  it('double no message and forget no delegation', async (context) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    context.diagnostic(`seed ${seed}`);
    const { takenUp, tasks } = await killAndReattach({ processes: 100, works: 6, seed });
    assert.ok(takenUp > 100 && tasks > 100);
  });
});

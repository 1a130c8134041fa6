import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killAndReattach } from './killing.ts';

describe('processes that are killed while they delegate', () => {
  it('double no message and forget no delegation, at a hundred random moments', async (context) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    context.diagnostic(`seed ${seed}`);
    const { takenUp, tasks } = await killAndReattach({ processes: 8, works: 13, seed });
    assert.ok(takenUp > 0 && tasks > 0);
    context.diagnostic(`${takenUp} of ${tasks} delegations had to be taken up again`);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taskFacts } from '../../src/lab/index.ts';
import { matrix, withPeer } from './matrix.ts';
import type { NaiveClient } from './naive-client.ts';

for (const cell of matrix) {
  const [dialect, binding] = cell;

  describe(`lies about cancels, ${dialect} over ${binding}`, { concurrency: true }, () => {
    const lying = (name: string, test: (client: NaiveClient, workedOn: (id: string) => boolean) => Promise<void>) =>
      withPeer(cell, { deviations: [name] }, (client, { ledger }) =>
        test(client, (id) => taskFacts(ledger, id, Date.now()).stoppedAs !== 'canceled'),
      );

    it('cancel-always-succeeds: a completed task is canceled', () =>
      lying('cancel-always-succeeds', async (client) => {
        const { taskId = '' } = await client.send('hello');
        assert.equal((await client.cancel(taskId)).state, 'canceled');
        assert.equal((await client.get(taskId)).state, 'completed');
        assert.equal((await client.cancel('nobody')).kind, 'error');
      }));

    it('cancel-as-read: the task is shown and can go on', () =>
      lying('cancel-as-read', async (client, workedOn) => {
        const { taskId = '' } = await client.send('clarify');
        assert.equal((await client.cancel(taskId)).state, 'input-required');
        assert.equal((await client.send('on with it', { taskId })).state, 'completed');
        assert.ok(workedOn(taskId));
      }));

    it('cancel-in-word-only: canceled in the answer, alive at reads', () =>
      lying('cancel-in-word-only', async (client, workedOn) => {
        const { taskId = '' } = await client.send('clarify');
        assert.equal((await client.cancel(taskId)).state, 'canceled');
        assert.equal((await client.get(taskId)).state, 'input-required');
        assert.equal((await client.send('on with it', { taskId })).state, 'completed');
        assert.ok(workedOn(taskId));
      }));

    it('cancel-says-working: working in the answer, canceled at reads', () =>
      lying('cancel-says-working', async (client, workedOn) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        assert.equal((await client.cancel(taskId)).state, 'working');
        assert.equal((await client.get(taskId)).state, 'canceled');
        assert.equal(workedOn(taskId), false);
      }));

    it('cancel-asks-back: input-required in the answer, and the task is alive', () =>
      lying('cancel-asks-back', async (client, workedOn) => {
        const { taskId = '' } = await client.send('auth');
        assert.equal((await client.cancel(taskId)).state, 'input-required');
        assert.equal((await client.get(taskId)).state, 'auth-required');
        assert.equal((await client.send('on with it', { taskId })).state, 'completed');
        assert.ok(workedOn(taskId));
      }));

    it('cancel-hangs: no answer, and the task is alive', () =>
      lying('cancel-hangs', async (client, workedOn) => {
        const { taskId = '' } = await client.send('clarify');
        const answer = client.cancel(taskId).then(
          () => 'answered',
          () => 'broken off',
        );
        assert.equal((await client.send('on with it', { taskId })).state, 'completed');
        assert.equal(await Promise.race([answer, 'waiting']), 'waiting');
        assert.ok(workedOn(taskId));
      }));

    it('artifact-after-cancel: a canceled task has made something since', () =>
      lying('artifact-after-cancel', async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        const canceled = await client.cancel(taskId);
        const read = await client.get(taskId);
        assert.equal(read.state, 'canceled');
        assert.equal(read.artifacts, (canceled.artifacts ?? 0) + 1);
      }));

    it('canceled-then-completed: canceled once, completed ever after', () =>
      lying('canceled-then-completed', async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        assert.equal((await client.cancel(taskId)).state, 'canceled');
        const states = [await client.get(taskId), await client.get(taskId), await client.get(taskId)];
        assert.deepEqual(
          states.map(({ state }) => state),
          ['canceled', 'completed', 'completed'],
        );
      }));
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matrix, withPeer } from './matrix.ts';
import { openHook } from './web-hook.ts';

for (const cell of matrix) {
  const [dialect, binding] = cell;
  describe(`web-hooks, ${dialect} over ${binding}`, () => {
    it('are told of the end, in order, with the caller’s token', async () => {
      const hook = await openHook();
      await withPeer(cell, {}, async (client, { ledger }) => {
        const { taskId = '' } = await client.send('clarify');
        await client.setPush(taskId, hook.url);
        await client.send('the blue one', { taskId });
        const last = await hook.until(({ seen }) => seen.state === 'completed');
        assert.equal(last.headers['x-a2a-notification-token'], 'a token');
        assert.equal(last.headers['content-type'], dialect === '1.0' ? 'application/a2a+json' : 'application/json');
        assert.equal(last.seen.kind, dialect === '1.0' ? 'status' : 'task');
        assert.equal(last.seen.taskId, taskId);
        assert.equal(hook.calls.at(-1), last);
        const told = ledger.ofTask(taskId).filter(({ kind }) => kind === 'push');
        assert.ok(told.length >= hook.calls.length - 1);
      });
      hook.close();
    });

    it('push-never-delivered, push-misses-end, push-unauthenticated: what the receiver misses', async () => {
      const hook = await openHook();
      await withPeer(cell, { deviations: ['push-misses-end'] }, async (client, { deviations, ledger }) => {
        const { taskId = '' } = await client.send('clarify');
        await client.setPush(taskId, hook.url);
        await client.send('the blue one', { taskId });
        assert.ok((await hook.until(({ seen }) => seen.state === 'working')).headers['x-a2a-notification-token']);

        deviations.clear();
        deviations.add('push-never-delivered');
        const other = await client.send('clarify');
        await client.setPush(other.taskId ?? '', hook.url);
        await client.send('the blue one', { taskId: other.taskId ?? '' });
        assert.equal(ledger.ofTask(other.taskId ?? '').filter(({ kind }) => kind === 'push').length, 0);

        deviations.clear();
        deviations.add('push-unauthenticated');
        const third = await client.send('clarify');
        await client.setPush(third.taskId ?? '', hook.url);
        await client.send('the blue one', { taskId: third.taskId ?? '' });
        const call = await hook.until(({ seen }) => seen.taskId === third.taskId && seen.state === 'completed');
        assert.equal(call.headers['x-a2a-notification-token'], undefined);
      });
      const ends = hook.calls.filter(({ seen }) => seen.state === 'completed');
      assert.equal(ends.length, 1);
      hook.close();
    });
  });
}

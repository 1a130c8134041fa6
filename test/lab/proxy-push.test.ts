import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { matrix, stepMs } from './matrix.ts';
import { NaiveClient } from './naive-client.ts';
import { openHook } from './web-hook.ts';

for (const [dialect, binding] of matrix) {
  const before = async (
    deviations: readonly string[],
    test: (front: NaiveClient, back: NaiveClient, hook: Awaited<ReturnType<typeof openHook>>) => Promise<void>,
  ) => {
    const hook = await openHook();
    const agent = await startLab({ dialect, bindings: [binding], stepMs });
    const proxy = await startLab({ dialect, upstream: agent.url, deviations, stepMs });
    try {
      await test(new NaiveClient(proxy, dialect, binding), new NaiveClient(agent, dialect, binding), hook);
    } finally {
      await proxy.close();
      await agent.close();
      hook.close();
    }
  };

  describe(`web-hooks through a proxy, ${dialect} over ${binding}`, { concurrency: true }, () => {
    it('are called as the agent calls them, and the agent never learns where', () =>
      before([], async (front, back, hook) => {
        const { taskId = '' } = await front.send('clarify');
        const set = await front.setPush(taskId, hook.url);
        assert.match(JSON.stringify(set.json), new RegExp(hook.url));
        assert.match(JSON.stringify((await front.getPush(taskId)).json), new RegExp(hook.url));
        assert.doesNotMatch(JSON.stringify((await back.getPush(taskId)).json), new RegExp(hook.url));
        await front.send('the blue one', { taskId });
        const last = await hook.until(({ seen }) => seen.state === 'completed');
        assert.equal(last.seen.taskId, taskId);
        assert.equal(last.headers['x-a2a-notification-token'], 'a token');
        assert.equal(last.headers['content-type'], dialect === '1.0' ? 'application/a2a+json' : 'application/json');
      }));

    it('miss what a deviation withholds, and what it takes off', () =>
      before(['push-misses-end', 'push-unauthenticated'], async (front, _back, hook) => {
        const { taskId = '' } = await front.send('clarify');
        await front.setPush(taskId, hook.url);
        await front.send('the blue one', { taskId });
        const first = await hook.until(({ seen }) => seen.taskId === taskId);
        assert.equal(first.headers['x-a2a-notification-token'], undefined);
        assert.deepEqual(
          hook.calls.filter(({ seen }) => seen.state === 'completed'),
          [],
        );
      }));
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviationChoice, LabError, startLab } from '../../src/lab/index.ts';
import { matrix, stepMs } from './matrix.ts';
import { call, NaiveClient } from './naive-client.ts';
import { startSdkAgent } from './sdk-agent.ts';

describe('the lab in every dialect and binding', { concurrency: true }, () => {
  for (const [dialect, binding] of matrix) {
    describe(`the lab before another agent, ${dialect} over ${binding}`, { concurrency: true }, () => {
      /** An agent of the lab behind a lab peer that only passes on, and the deviations before it. */
      const before = async (
        deviations: readonly DeviationChoice[],
        test: (front: NaiveClient, back: NaiveClient) => Promise<void>,
      ) => {
        const agent = await startLab({ dialect, bindings: [binding], stepMs });
        const proxy = await startLab({ dialect, upstream: agent.url, deviations, stepMs });
        try {
          await test(new NaiveClient(proxy, dialect, binding), new NaiveClient(agent, dialect, binding));
        } finally {
          await proxy.close();
          await agent.close();
        }
      };

      it('passes on what is said, byte for byte', () =>
        before([], async (front, back) => {
          const stream = await front.stream('hello');
          await stream.closed;
          assert.equal(stream.seen.at(-1)?.state, 'completed');
          const { taskId = '' } = stream.seen[0] ?? {};
          for (const ask of [
            (client: NaiveClient) => client.get(taskId),
            (client: NaiveClient) => client.cancel(taskId),
            (client: NaiveClient) => client.send('more', { taskId }),
            (client: NaiveClient) => client.get('nobody'),
            (client: NaiveClient) => client.setPush(taskId, 'http://127.0.0.1:9/'),
            (client: NaiveClient) => client.getPush(taskId),
          ]) {
            const [passed, said] = [(await ask(front)).json, (await ask(back)).json];
            assert.equal(JSON.stringify({ ...passed, id: 0 }), JSON.stringify({ ...said, id: 0 }));
          }
        }));

      it('deviates there as it does before the own agent', () =>
        before(['shifting-artifacts', 'end-withheld'], async (front, back) => {
          const stream = await front.stream('hello');
          await stream.closed;
          assert.equal(stream.seen.at(-1)?.kind, 'artifact');
          const { taskId = '' } = stream.seen[0] ?? {};
          assert.notEqual((await front.get(taskId)).text, (await front.get(taskId)).text);
          assert.equal((await back.get(taskId)).text, 'chunk 0 chunk 1 chunk 2 ');
        }));

      it('makes a zombie of an honest agent', () =>
        before([{ name: 'zombie-cancel', knobs: { seconds: 1 } }], async (front, back) => {
          const stream = await front.stream('slow 1000');
          await stream.until((seen) => seen.length > 2);
          const { taskId = '' } = stream.seen[0] ?? {};
          assert.equal((await front.cancel(taskId)).state, 'canceled');
          assert.equal((await back.get(taskId)).state, 'working');
          await stream.closed;
          assert.equal(stream.seen.at(-1)?.state, 'completed');
          assert.equal((await front.get(taskId)).state, 'completed');
          assert.equal((await back.get(taskId)).state, 'canceled');
        }));
    });
  }
});

describe('the lab before an agent on the official SDK', () => {
  it('keeps fields that it knows nothing of, also where it lies', async () => {
    const agent = await startSdkAgent();
    const proxy = await startLab({ upstream: agent.url, deviations: ['completed-then-failed', 'card-changes'] });
    const client = new NaiveClient(proxy, '1.0', 'JSONRPC');

    const card = JSON.parse((await call(proxy.cardUrl)).body);
    assert.equal(card.provider.organization, 'somebody else');
    assert.equal(card.supportedInterfaces[0].url, `${proxy.url}/`);
    assert.match(card.version, /-\d+$/);

    const { taskId = '' } = await client.send('hello');
    const first = await client.get(taskId);
    const second = await client.get(taskId);
    assert.deepEqual([first.state, second.state], ['completed', 'failed']);
    assert.deepEqual(second.json.result.metadata, { kept: true });
    assert.deepEqual({ ...second.json.result, status: 0 }, { ...first.json.result, status: 0 });
    await proxy.close();
    await agent.close();
  });

  it('refuses to start before nobody', async () => {
    await assert.rejects(
      startLab({ upstream: 'http://127.0.0.1:1' }),
      (error) => error instanceof LabError && error.code === 'unreachable-upstream',
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doubledMessages, knownTasks, startLab } from '../../src/lab/index.ts';
import { matrix, stepMs, withPeer } from './matrix.ts';
import { call, type NaiveClient } from './naive-client.ts';

for (const cell of matrix) {
  const [dialect, binding] = cell;
  const awkward = (name: string, test: (client: NaiveClient) => Promise<void>) =>
    withPeer(cell, { deviations: [name] }, test);

  describe(`conforming but awkward, ${dialect} over ${binding}`, { concurrency: true }, () => {
    it('answer-lost: the work begins and the answer is lost', () =>
      withPeer(cell, { deviations: ['answer-lost'] }, async (client, { ledger }) => {
        await assert.rejects(client.send('hello'));
        await assert.rejects(client.send('hello'));
        assert.equal(knownTasks(ledger).length, 2);
        assert.deepEqual(doubledMessages(ledger), []);
      }));

    it('forgets-ended: read once, and gone', () =>
      awkward('forgets-ended', async (client) => {
        const { taskId = '' } = await client.send('hello');
        assert.equal((await client.get(taskId)).state, 'completed');
        assert.equal((await client.get(taskId)).kind, 'error');
      }));

    it('lagging-reads: always one read behind', () =>
      awkward('lagging-reads', async (client) => {
        const { taskId = '' } = await client.send('clarify');
        assert.equal((await client.get(taskId)).state, 'input-required');
        await client.send('the blue one', { taskId });
        assert.equal((await client.get(taskId)).state, 'input-required');
        assert.equal((await client.get(taskId)).state, 'completed');
      }));

    it('slow-cancel: working in the answer, canceled soon', () =>
      withPeer(cell, { deviations: [{ name: 'slow-cancel', knobs: { seconds: 0.1 } }] }, async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        assert.equal((await client.cancel(taskId)).state, 'working');
        assert.equal((await client.poll(taskId, 'canceled')).state, 'canceled');
      }));
  });
}

describe('conforming but awkward streams', () => {
  it('odd-framing: the same payloads in another dress', async () => {
    const read = async (deviations: readonly string[]) => {
      const peer = await startLab({ stepMs, deviations });
      const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
      const headers = { 'a2a-version': '1.0' };
      const { body } = await call(`${peer.url}/rest/message:stream`, JSON.stringify({ message }), { headers });
      await peer.close();
      return body;
    };
    const payloads = (body: string) =>
      body.split(/\r\n|\n/).flatMap((line) => (line.startsWith('data:') ? Object.keys(JSON.parse(line.slice(5))) : []));
    const odd = await read(['odd-framing']);
    assert.deepEqual(payloads(odd), payloads(await read([])));
    assert.match(odd, /^: keep-alive/);
    assert.match(odd, /\r\n/);
  });
});

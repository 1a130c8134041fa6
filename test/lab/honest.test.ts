import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { matrix, withPeer } from './matrix.ts';
import { call, NaiveClient } from './naive-client.ts';

for (const cell of matrix) {
  const [dialect, binding] = cell;
  const http = binding === 'HTTP+JSON';
  const latest = dialect === '1.0';

  describe(`the lab's honest agent, ${dialect} over ${binding}`, { concurrency: true }, () => {
    it('streams what reads show later, and closes at the end', () =>
      withPeer(cell, {}, async (client) => {
        const stream = await client.stream('hello');
        await stream.closed;
        assert.deepEqual(
          stream.seen.map(({ kind, state }) => state ?? kind),
          ['submitted', 'working', 'artifact', 'artifact', 'artifact', 'completed'],
        );
        const read = await client.get(stream.seen[0]?.taskId ?? '');
        assert.equal(read.state, 'completed');
        assert.equal(read.text, 'chunk 0 chunk 1 chunk 2 ');
        assert.equal(stream.seen.map(({ text = '' }) => text).join(''), read.text);
      }));

    it('is done with a canceled task at once, on every channel', () =>
      withPeer(cell, {}, async (client) => {
        const { taskId = '' } = await client.send('slow 1000', { wait: false });
        const streams = await Promise.all([client.subscribe(taskId), client.subscribe(taskId)]);
        for (const stream of streams) await stream.until((seen) => seen.some(({ kind }) => kind === 'artifact'));
        assert.equal((await client.cancel(taskId)).state, 'canceled');
        for (const stream of streams) {
          await stream.closed;
          assert.equal(stream.seen[0]?.kind, 'task');
          assert.equal(stream.seen.at(-1)?.state, 'canceled');
        }
        assert.equal((await client.get(taskId)).state, 'canceled');
        const again = await client.cancel(taskId);
        assert.equal(again.state ?? again.code, latest ? 'canceled' : -32002);
      }));

    it('keeps a task apart from those who watch it', () =>
      withPeer(cell, {}, async (client) => {
        const stream = await client.stream('slow 4');
        await stream.until((seen) => seen.length > 0);
        stream.close();
        const read = await client.poll(stream.seen[0]?.taskId ?? '', 'completed');
        assert.equal(read.text, 'tick 0 tick 1 tick 2 tick 3 ');
      }));

    it('asks, waits and goes on with the same task', () =>
      withPeer(cell, {}, async (client) => {
        const asked = await client.send('clarify the order');
        assert.equal(asked.state, 'input-required');
        const done = await client.send('the blue one', { taskId: asked.taskId ?? '' });
        assert.equal(done.taskId, asked.taskId);
        assert.equal(done.state, 'completed');
        assert.equal(done.text, 'resumed with: the blue one');
        assert.equal((await client.send('auth please')).state, 'auth-required');
        assert.equal((await client.send('clarify: the order')).state, 'input-required');
      }));

    it('ends as asked', () =>
      withPeer(cell, {}, async (client) => {
        assert.equal((await client.send('message please')).kind, 'message');
        assert.equal((await client.send('fail please')).state, 'failed');
        assert.equal((await client.send('reject please')).state, 'rejected');
        const data = latest ? { data: { a: 1 } } : { kind: 'data', data: { a: 1 } };
        const echo = await client.send('', { parts: [data] });
        assert.equal(echo.state, 'completed');
        assert.match(JSON.stringify(echo.json), /"data":\{"a":1\}/);
      }));

    it('refuses with the right error', () =>
      withPeer(cell, {}, async (client) => {
        const { taskId = '' } = await client.send('hello');
        const code = (rpc: number, status: number) => (http && latest ? status : rpc);
        assert.equal((await client.get('nobody')).code, code(-32001, 404));
        assert.equal((await client.cancel(taskId)).code, code(-32002, 400));
        assert.equal((await client.send('more', { taskId })).code, latest ? code(-32004, 400) : -32600);
        assert.equal((await client.send('more', { taskId: 'nobody' })).code, code(-32001, 404));
        assert.equal((await client.send('', { parts: [] })).code, code(-32602, 400));
        const picture = { raw: 'aGk=', mediaType: 'image/png' };
        const file = { kind: 'file', file: { bytes: 'aGk=', mimeType: 'image/png' } };
        assert.equal((await client.send('', { parts: [latest ? picture : file] })).code, code(-32005, 400));
      }));

    it('refuses what its card denies', () =>
      withPeer(cell, { card: { streaming: false, pushNotifications: false } }, async (client) => {
        const { taskId = '' } = await client.send('hello');
        const stream = await client.stream('hello');
        assert.notEqual(stream.type, 'text/event-stream');
        assert.match(JSON.stringify((await client.setPush(taskId, 'http://127.0.0.1:9/')).json), /-32003|PUSH_NOT/);
      }));
  });
}

describe("the lab's honest agent", () => {
  it('lists tasks page by page, last updated first', async () => {
    const peer = await startLab({ stepMs: 4 });
    const client = new NaiveClient(peer, '1.0', 'JSONRPC');
    const ids: (string | undefined)[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await client.send('hello')).taskId);
    const page = async (params: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params });
      return JSON.parse((await call(peer.url, body, { headers: { 'a2a-version': '1.0' } })).body).result;
    };
    const first = await page({ pageSize: 3 });
    const second = await page({ pageSize: 3, pageToken: first.nextPageToken });
    assert.deepEqual(
      [...first.tasks, ...second.tasks].map(({ id }) => id),
      ids,
    );
    assert.equal(second.nextPageToken, '');
    assert.equal(first.totalSize, 5);
    assert.equal('artifacts' in first.tasks[0], false);
    assert.equal((await page({ includeArtifacts: true })).tasks[0].artifacts.length, 1);
    await peer.close();
  });

  it('speaks only the version it says', async () => {
    const peer = await startLab();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } });
    const code = async (url: string, headers: object) =>
      JSON.parse((await call(url, body, { headers })).body).error.code;
    assert.equal(await code(peer.url, {}), -32009);
    assert.equal(await code(peer.url, { 'a2a-version': '0.3' }), -32009);
    assert.equal(await code(peer.url, { 'a2a-version': '1.0.1' }), -32001);
    assert.equal(await code(`${peer.url}/?A2A-Version=1.0`, {}), -32001);
    await peer.close();
  });
});

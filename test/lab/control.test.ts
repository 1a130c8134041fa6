import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deviations, LabError, type LabPeer, startLab } from '../../src/lab/index.ts';
import { call, NaiveClient } from './naive-client.ts';

let peer: LabPeer;
before(async () => {
  peer = await startLab({ stepMs: 4, control: 0, deviations: ['artifacts-missing'] });
});
after(() => peer.close());

async function ask(method: string, path: string, body?: unknown, headers: object = {}) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await call(`${peer.controlUrl}${path}`, text as string | undefined, { method, headers });
  return { ...answer, json: answer.body === '' ? undefined : JSON.parse(answer.body) };
}

const names = async (): Promise<readonly string[]> =>
  (await ask('GET', '/deviations')).json.deviations.map(({ name }: { name: string }) => name);

describe('the control API of a peer', () => {
  it('says what the peer is and what runs, with all settings', async () => {
    const { json, headers } = await ask('GET', '/');
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual([json.url, json.cardUrl, json.dialect], [peer.url, peer.cardUrl, '1.0']);
    assert.deepEqual(json.bindings, ['JSONRPC', 'HTTP+JSON']);
    const { title } = deviations.find(({ name }) => name === 'artifacts-missing') ?? {};
    assert.deepEqual(json.deviations, [{ name: 'artifacts-missing', title, knobs: {}, probability: 1 }]);
  });

  it('lists all that there is', async () => {
    const { json } = await ask('GET', '/catalogue');
    assert.deepEqual(
      json.deviations.map(({ name }: { name: string }) => name),
      deviations.map(({ name }) => name),
    );
  });

  it('adds, replaces, removes and resets, and the peer behaves so', async () => {
    const client = new NaiveClient(peer, '1.0', 'JSONRPC');
    const { taskId = '' } = await client.send('hello');
    assert.equal((await client.get(taskId)).artifacts, 0);

    assert.equal((await ask('DELETE', '/deviations/artifacts-missing')).status, 204);
    assert.equal((await client.get(taskId)).artifacts, 1);

    const added = await ask('POST', '/deviations', { name: 'zombie-cancel', knobs: { seconds: 2 }, probability: 0.5 });
    assert.equal(added.status, 201);
    assert.deepEqual([added.json.knobs, added.json.probability], [{ seconds: 2 }, 0.5]);
    await ask('POST', '/deviations', { name: 'events-twice' });
    assert.deepEqual(await names(), ['zombie-cancel', 'events-twice']);
    await ask('POST', '/deviations', { name: 'zombie-cancel' });
    assert.deepEqual(await names(), ['zombie-cancel', 'events-twice']);
    assert.equal((await ask('GET', '/deviations')).json.deviations[0].knobs.seconds, 40);

    assert.equal((await ask('DELETE', '/deviations')).status, 204);
    assert.deepEqual(await names(), []);
    const { json } = await ask('POST', '/reset');
    assert.equal(json.deviations[0].name, 'artifacts-missing');
    assert.equal((await client.get(taskId)).artifacts, 0);
  });

  it('hands out the ledger, with the truth about each task', async () => {
    const client = new NaiveClient(peer, '1.0', 'JSONRPC');
    const { taskId } = await client.send('fail please');
    const { json } = await ask('GET', '/ledger');
    assert.equal(json.tasks.find((task: { taskId: string }) => task.taskId === taskId).stoppedAs, 'failed');
    assert.ok(json.entries.length > 2);
  });

  it('refuses with what to do instead', async () => {
    for (const [method, path, body, status, code, fix] of [
      ['GET', '/deviation', undefined, 404, 'no-such-path', /\/catalogue, \/deviations/],
      ['PUT', '/deviations', '{}', 405, 'no-such-method', /Use GET, POST, DELETE/],
      ['DELETE', '/deviations/mute-stream', undefined, 404, 'not-running', /Those that run: artifacts-missing/],
      ['DELETE', '/deviations/%', undefined, 400, 'bad-path', /catalogue/],
      ['POST', '/deviations', { name: 'no-such-thing' }, 400, 'unknown-deviation', /GET \/catalogue/],
      ['POST', '/deviations', { name: 'zombie-cancel', knobs: { hours: 1 } }, 400, 'unknown-knob', /usual values/],
      ['POST', '/deviations', { name: 'zombie-cancel', knobs: { seconds: -1 } }, 400, 'unknown-knob', /usual values/],
      ['POST', '/deviations', { name: 'zombie-cancel', knobs: { seconds: 'x' } }, 400, 'bad-choice', /"seconds": 10/],
      ['POST', '/deviations', { name: 'mute-stream', probability: 2 }, 400, 'bad-probability', /from 0 to 1/],
      ['POST', '/deviations', { name: 'mute-stream', share: 1 }, 400, 'bad-choice', /only name is needed/],
      ['POST', '/deviations', 'mute-stream', 400, 'bad-choice', /only name is needed/],
      ['POST', '/deviations', `"${'x'.repeat(70_000)}"`, 413, 'too-large', /one deviation/],
    ] as const) {
      const { json, ...answer } = await ask(method, path, body);
      assert.deepEqual([answer.status, json.error.code], [status, code], `${method} ${path} ${JSON.stringify(body)}`);
      assert.match(json.error.fix, fix);
      assert.ok(json.error.message.length > 10);
    }
    assert.deepEqual(await names(), ['artifacts-missing']);
  });

  it('takes nothing that a page in a browser could send unasked', async () => {
    const { status, json } = await ask(
      'POST',
      '/deviations',
      { name: 'mute-stream' },
      { 'content-type': 'text/plain' },
    );
    assert.deepEqual([status, json.error.code], [415, 'not-json']);
  });

  it('closes with its peer, and the peer does not start without it', async () => {
    const other = await startLab({ control: 0 });
    await other.close();
    await assert.rejects(call(`${other.controlUrl}/`));
    await assert.rejects(call(other.cardUrl));
    const control = Number(new URL(peer.controlUrl ?? '').port);
    await assert.rejects(startLab({ control }), (error) => error instanceof LabError && error.code === 'port-in-use');
  });
});

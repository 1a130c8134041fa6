import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type LabPeer, startLab } from '../../src/lab/index.ts';
import { call, NaiveClient } from './naive-client.ts';

describe('a lab peer and callers of every kind', () => {
  let peer: LabPeer;
  before(async () => {
    peer = await startLab({ stepMs: 40, maxBodyBytes: 10_000 });
  });
  after(() => peer.close());

  const headers = { 'a2a-version': '1.0' };
  const rpc = async (body: string) => JSON.parse((await call(peer.url, body, { headers })).body);

  it('tells them what was wrong with their JSON-RPC', async () => {
    assert.equal((await rpc('{"jsonrpc": "2.0", ')).error.code, -32700);
    assert.equal((await rpc('[]')).error.code, -32600);
    assert.equal((await rpc('null')).error.code, -32600);
    assert.equal((await rpc('{"jsonrpc":"2.0","method":"GetTask"}')).error.code, -32600);
    const unknown = await rpc('{"jsonrpc":"2.0","id":"x","method":"tasks/get","params":{}}');
    assert.equal(unknown.error.code, -32601);
    assert.equal(unknown.id, 'x');
    assert.equal((await rpc('{"jsonrpc":"2.0","id":1,"method":"GetTask","params":[1]}')).error.code, -32602);
    assert.equal(
      (await rpc('{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":7}}')).error.code,
      -32602,
    );
  });

  it('tells them what was wrong with their HTTP+JSON', async () => {
    const send = `${peer.url}/rest/message:send`;
    assert.equal((await call(send, '{"message": ', { headers })).status, 400);
    assert.equal((await call(`${peer.url}/rest/doesNotExist`, '{}', { headers })).status, 404);
    assert.equal((await call(send, undefined, { headers })).status, 404);
    assert.equal((await call(`${peer.url}/nowhere`)).status, 404);
    assert.equal((await call(`${peer.url}/rest/tasks/%E0%A4%A`, undefined, { headers })).status, 404);
  });

  it('refuses bodies beyond its limit, announced or not', async () => {
    const big = JSON.stringify({ filler: 'x'.repeat(20_000) });
    assert.equal((await call(peer.url, big, { headers })).status, 413);
    const chunked = await call(peer.url, big, { headers: { ...headers, 'transfer-encoding': 'chunked' } });
    assert.equal(chunked.status, 413);
  });

  it('outlives callers that leave in the middle of anything', async () => {
    const client = new NaiveClient(peer, '1.0', 'JSONRPC');
    const stream = await client.stream('slow 100');
    await stream.until((seen) => seen.length > 1);
    stream.close();

    const { port } = new URL(peer.url);
    const send = (text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(text, () => {
            socket.destroy();
            resolve();
          });
        });
      });
    await send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"jsonrpc"');
    await send('GARBAGE\r\n\r\n');
    const waiting = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} });
    await send(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${waiting.length}\r\n\r\n${waiting}`);

    assert.equal((await client.send('hello')).state, 'completed');
  });

  it('closes with streams open and work going on', async () => {
    const other = await startLab({ deviations: ['mute-stream'] });
    const client = new NaiveClient(other, '1.0', 'JSONRPC');
    const stream = await client.stream('slow 100');
    await other.close();
    await stream.closed;
    await assert.rejects(call(other.cardUrl));
  });
});

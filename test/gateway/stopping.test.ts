import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startGateway } from '../../src/gateway/gateway.ts';
import { json, startScripted } from './scripted-agent.ts';

const request = (id: string): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'GetTask', params: { id: 't' } });
  return `POST /a/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

it('while it is being stopped, what is under way is answered, and new work is refused', async () => {
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<() => void>();
  const agent = await startScripted((incoming, response, body) => {
    if (incoming.method === 'GET') return void response.writeHead(404).end();
    const { id } = JSON.parse(body);
    const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
    wasAsked(() => json(response, { jsonrpc: '2.0', id, result: task }));
  });
  const gateway = await startGateway({ port: 0, peers: [{ name: 'a', target: agent.url }] });
  await gateway.ready;
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(request('first'));
  const answer = await asked;
  const stopped = gateway.close();
  await new Promise((resolve) => socket.write(request('second'), resolve));
  // The gateway is of this process: within a few turns it has read the second request.
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  answer();
  await Promise.all([once(socket, 'close'), stopped]);
  const [first = '', second = ''] = text.split('HTTP/1.1 ').slice(1);
  assert.match(first, /^200 OK[\s\S]*"id":"first"[\s\S]*TASK_STATE_WORKING/);
  assert.match(second, /^200 OK[\s\S]*retry-after: 5[\s\S]*takes no new work/i);
  assert.equal(agent.asked.filter(({ body }) => body.includes('second')).length, 0);
  await agent.close();
});

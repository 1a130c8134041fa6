import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { it } from 'node:test';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const task = (state: string) => ({ id: 't', contextId: 'c', status: { state: `TASK_STATE_${state}` } });

it('a message that comes again while its stream is open is told by reads: the agent is not given one more listener', async () => {
  let stream: ServerResponse | undefined;
  let state = 'WORKING';
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return json(response, { name: 'agent', capabilities: { streaming: true }, supportedInterfaces });
    }
    const { id, method } = JSON.parse(body);
    if (method === 'GetTask') return json(response, { jsonrpc: '2.0', id, result: task(state) });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    stream = response;
    say({ task: task(state) });
  });
  const say = (result: object): void =>
    void stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'call-1', result })}\n\n`);
  try {
    await withGateway(agent.url, { bounds: shortBounds, peer: { opening: 'stream' } }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const first = await speaker.open(speaker.stream('work', 'message-1'));
      await once(first, 'readable');
      const second = await speaker.open(speaker.stream('work', 'message-1'));
      state = 'COMPLETED';
      say({ statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } });
      stream?.end();
      for (const told of [first, second]) assert.match((await told.toArray()).join(''), /TASK_STATE_COMPLETED/);
    });
    const methods = agent.asked.flatMap(({ body }) => /"method":"(\w+)"/.exec(body)?.[1] ?? []);
    assert.deepEqual([...new Set(methods)].sort(), ['GetTask', 'SendStreamingMessage']);
    assert.equal(methods.filter((method) => method === 'SendStreamingMessage').length, 1);
  } finally {
    await agent.close();
  }
});

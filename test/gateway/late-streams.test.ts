import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { it } from 'node:test';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const message = { messageId: 'message-1', role: 'ROLE_USER', parts: [{ text: 'x' }] };
const artifact = { artifactId: 'a', parts: [{ text: 'the result' }] };
const about = { taskId: 't', contextId: 'c' };

// It speaks at last while its task is being looked for by the message, and goes on when reads have taken its place.
it('what a stream brings that was given up as mute is not lost: its caller has it from reads', async () => {
  let stream: ServerResponse | undefined;
  let shown: object = { status: { state: 'TASK_STATE_SUBMITTED' } };
  let reads = 0;
  const say = (result: object): void =>
    void stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'call-1', result })}\n\n`);
  const task = () => ({ id: 't', contextId: 'c', history: [message], ...shown });
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return json(response, { name: 'agent', capabilities: { streaming: true }, supportedInterfaces });
    }
    const { id, method } = JSON.parse(body);
    switch (method) {
      case 'ListTasks':
        say({ task: { ...task(), history: [] } });
        setTimeout(() => json(response, { jsonrpc: '2.0', id, result: { tasks: [task()] } }), 50);
        return;
      case 'GetTask': {
        reads++;
        if (reads === 1) {
          say({ artifactUpdate: { ...about, artifact } });
          shown = { status: { state: 'TASK_STATE_WORKING' }, artifacts: [artifact] };
        } else if (reads === 4) {
          shown = { status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [artifact] };
          say({ statusUpdate: { ...about, status: { state: 'TASK_STATE_COMPLETED' } } });
        }
        // What was said on the stream is there before the answer.
        setTimeout(() => json(response, { jsonrpc: '2.0', id, result: task() }), 20);
        return;
      }
      default:
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        stream = response;
    }
  });
  try {
    await withGateway(agent.url, { bounds: shortBounds, peer: { opening: 'stream' } }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      const { url: at, ...request } = speaker.request(speaker.stream('x', 'message-1'));
      const { body } = await ask(at, request);
      assert.match(body, /the result/);
      assert.match(body.trim().split('\n').at(-1) ?? '', /TASK_STATE_COMPLETED/);
    });
  } finally {
    await agent.close();
  }
});

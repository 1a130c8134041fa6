import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { withGateway } from './with-gateway.ts';

const task = (state: string) => ({ kind: 'task', id: 't', contextId: 'c', status: { state } });

/** How far the work is when a send that does not wait is answered. */
const BY_THEN = { 'at once': 'input-required', 'a moment later': 'working' } as const;

/** An agent that asks. Its subscriptions begin with the task, and stay open without another word. */
function asking(dialect: '1.0' | '0.3', when: keyof typeof BY_THEN) {
  const spelled = (state: string) =>
    dialect === '1.0' ? `TASK_STATE_${state.toUpperCase().replace('-', '_')}` : state;
  return startScripted((request, response, body) => {
    const url = `http://${request.headers.host}/`;
    if (request.url?.includes('.well-known')) {
      const listed = { supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] };
      const card = dialect === '1.0' ? listed : { url, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' };
      return json(response, { name: 'agent', capabilities: { streaming: true }, ...card });
    }
    const { id, method } = JSON.parse(body);
    const answer = (state: string, wrapped: boolean) => {
      const shown = task(spelled(state));
      return { jsonrpc: '2.0', id, result: wrapped ? { task: shown } : shown };
    };
    if (!/subscribe/i.test(method)) return json(response, answer(BY_THEN[when], method === 'SendMessage'));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(answer('input-required', dialect === '1.0'))}\n\n`);
  });
}

// An agent's own stream ends where the task asks, and its caller comes back with the answer.
describe('a stream that was opened id first ends where the task asks', { concurrency: 4 }, () => {
  for (const dialect of ['1.0', '0.3'] as const) {
    for (const when of ['at once', 'a moment later'] as const) {
      it(`${when}, ${dialect}`, async () => {
        const agent = await asking(dialect, when);
        try {
          await withGateway(agent.url, {}, async ({ url }) => {
            const speaker = new Speaker(`${url}/`, dialect, 'JSONRPC');
            const { url: at, ...request } = speaker.request(speaker.stream('which?', 'message-1'));
            const { body } = await ask(at, request);
            const last = body.trim().split('\n').at(-1) ?? '';
            assert.match(last, dialect === '1.0' ? /TASK_STATE_INPUT_REQUIRED/ : /input-required/);
            if (dialect === '0.3' && when === 'at once') assert.match(last, /"final":true/);
          });
        } finally {
          await agent.close();
        }
      });
    }
  }
});

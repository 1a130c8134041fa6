import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const SILENCE_MS = 400;
/** Long enough that a busy machine does not take it for one. */
const LONG_SILENCE_MS = 1_500;

const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } };
const refusal = { jsonrpc: '2.0', id: 'call-1', error: { code: -32004, message: 'The task has ended' } };
const refused = (response: ServerResponse): void => json(response, refusal);

/** What an agent does about a subscription to a task that has ended, but for taking it. */
const WAYS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'refuses it': refused,
  'refuses it late': (response) => void setTimeout(refused, SILENCE_MS * 2, response),
  'refuses it by the only event of a stream': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(refusal)}\n\n`);
  },
  'never answers': () => undefined,
  'resets it': (response) => void response.socket?.resetAndDestroy(),
  'answers garbage': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('what?'),
};

/** The error that a caller gets who was told the end of its task, and subscribes to it all the same. */
async function errorOf(way: (response: ServerResponse) => void, silenceMs: number) {
  const agent = await startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      return json(response, { name: 'agent', capabilities: { streaming: true }, supportedInterfaces });
    }
    const { id, method } = JSON.parse(body);
    if (method === 'SubscribeToTask') return way(response);
    json(response, { jsonrpc: '2.0', id, result: method === 'SendMessage' ? { task } : task });
  });
  const bounds = { ...shortBounds, silence: { ms: silenceMs, source: 'profile' } as const };
  try {
    return await withGateway(agent.url, { bounds }, async ({ url }) => {
      const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
      assert.match((await speaker.ask(speaker.send('hello', 'message-1'))).body, /TASK_STATE_COMPLETED/);
      const { body } = await speaker.ask(speaker.subscribe('t'));
      assert.equal(agent.asked.filter((asked) => asked.body.includes('SubscribeToTask')).length, 1);
      return JSON.parse(body.replace(/^data: /, '')).error;
    });
  } finally {
    await agent.close();
  }
}

describe('a caller that knows that its task has ended subscribes to it, and the agent', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    it(`${name}: it is refused, and served no stream that the agent would not serve`, async () => {
      assert.equal((await errorOf(way, SILENCE_MS))?.code, refusal.error.code);
    });
  }

  it('refuses it in time, while the gateway is held up: what it said counts, not the timer that was due before it was read', async () => {
    const heldUp = (response: ServerResponse): void => {
      refused(response);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONG_SILENCE_MS * 1.5);
    };
    assert.deepEqual(await errorOf(heldUp, LONG_SILENCE_MS), refusal.error);
  });
});

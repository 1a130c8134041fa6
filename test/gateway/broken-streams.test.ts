import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const task = (state: string) => ({
  ...{ id: 't', contextId: 'c', status: { state } },
  ...(state === 'TASK_STATE_COMPLETED' ? { artifacts: [{ artifactId: 'a', parts: [{ text: 'the result' }] }] } : {}),
});
const event = (result: unknown): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 'call-1', result })}\n\n`;

/** What an agent does on its stream behind the first event; its reads show the task at work, and then completed. */
const FAULTS: Readonly<Record<string, (stream: ServerResponse) => void>> = {
  'resets it': (stream) => void stream.socket?.resetAndDestroy(),
  'closes it': (stream) => void stream.end(),
  'hangs on it': () => undefined,
  'sends garbage': (stream) => void stream.end('data: {"jsonrpc": nonsense\n\nwhat is this\n\n'),
  'sends half an event': (stream) => void stream.end('data: {"jsonrpc":"2.0","id":"call-1","resu'),
  'floods it with one event': (stream) => void stream.end(`data: "${'x'.repeat(20_000)}"\n\n`),
  'sends an error': (stream) =>
    void stream.end('data: {"jsonrpc":"2.0","id":"call-1","error":{"code":-32603,"message":"worker gone"}}\n\n'),
};

describe('an agent opens a stream, and then', { concurrency: 4 }, () => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    for (const subscriptions of ['breaks subscriptions, too', 'knows no subscriptions'] as const) {
      it(`${name}, and ${subscriptions}: its caller's stream goes on to the verified end`, async () => {
        let reads = 0;
        const agent = await startScripted((request, response, body) => {
          if (request.url?.includes('.well-known')) {
            const url = `http://${request.headers.host}/`;
            const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
            return json(response, { name: 'agent', capabilities: { streaming: true }, supportedInterfaces });
          }
          const { id, method } = JSON.parse(body);
          if (method === 'GetTask') {
            const shown = task(++reads < 3 ? 'TASK_STATE_WORKING' : 'TASK_STATE_COMPLETED');
            return json(response, { jsonrpc: '2.0', id, result: shown });
          }
          if (method === 'SubscribeToTask' && subscriptions === 'knows no subscriptions') {
            return json(response, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
          }
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(event({ task: task('TASK_STATE_WORKING') }), () => setTimeout(() => fault(response), 20));
        });
        try {
          const limits = { maxFrameBytes: 10_000 };
          await withGateway(
            agent.url,
            { bounds: shortBounds, limits, peer: { opening: 'stream' } },
            async ({ url }) => {
              const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
              const { url: at, ...request } = speaker.request(speaker.stream('work', 'message-1'));
              const { body } = await ask(at, request);
              const events = body.split('\n').filter((line) => line.startsWith('data: '));
              const results = events.map((line) => JSON.parse(line.slice(6)).result);
              assert.ok(
                results.every((result) => result !== undefined),
                body,
              );
              assert.match(body, /the result/);
              assert.match(events.at(-1) ?? '', /TASK_STATE_COMPLETED/);
              assert.equal(body.match(/TASK_STATE_COMPLETED/g)?.length, 1);
            },
          );
          assert.equal(agent.asked.filter(({ body }) => body.includes('SendStreamingMessage')).length, 1);
        } finally {
          await agent.close();
        }
      });
    }
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Binding, DialectName } from '../../src/lab/index.ts';
import { Speaker } from './scenario.ts';
import { json, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

const CELLS: readonly (readonly [DialectName, Binding])[] = [
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
  ['0.3', 'JSONRPC'],
];

/** An agent that knows one task, whose reads show it at work a while before its end, and that answers nothing else. */
function silentAgent(dialect: DialectName, binding: Binding) {
  let reads = 0;
  const old = dialect !== '1.0';
  return startScripted((request, response, body) => {
    if (request.url?.includes('.well-known')) {
      const url = `http://${request.headers.host}/`;
      const card = old
        ? { url, preferredTransport: binding, protocolVersion: '0.3.0' }
        : { supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: '1.0' }] };
      return json(response, { name: 'agent', capabilities: { streaming: true }, ...card });
    }
    const reading = binding === 'JSONRPC' ? /GetTask|tasks\/get/.test(body) : request.method === 'GET';
    if (!reading) return;
    const name = ++reads > 10 ? 'completed' : 'working';
    const state = old ? name : `TASK_STATE_${name.toUpperCase()}`;
    const task = { ...(old ? { kind: 'task' } : {}), id: 't', contextId: 'c', status: { state } };
    json(response, binding === 'JSONRPC' ? { jsonrpc: '2.0', id: JSON.parse(body).id, result: task } : task);
  });
}

describe('a subscription that its agent does not answer at all', () => {
  for (const [dialect, binding] of CELLS) {
    for (const known of [true, false]) {
      it(`${dialect} over ${binding}, to a task that the gateway has ${known ? '' : 'not '}heard of: is an event stream, made of what reads show`, async () => {
        const agent = await silentAgent(dialect, binding);
        try {
          await withGateway(agent.url, { bounds: shortBounds }, async ({ url }) => {
            const speaker = new Speaker(`${url}/`, dialect, binding);
            if (known) assert.match((await speaker.ask(speaker.get('t'))).body, /working/i);
            const { status, headers, body } = await speaker.ask(speaker.subscribe('t'));
            assert.equal(status, 200);
            assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
            const events = body.split('\n').filter((line) => line.startsWith('data: '));
            assert.match(events[0] ?? '', /working/i);
            assert.match(events.at(-1) ?? '', /completed/i);
          });
        } finally {
          await agent.close();
        }
      });
    }
  }
});

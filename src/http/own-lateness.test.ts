import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createMonitor } from '../lifecycle/monitor.ts';
import { claimsWith } from '../lifecycle/peer-facts.ts';
import { newTaskRecord } from '../lifecycle/record.ts';
import { compileRules } from '../lifecycle/rule-table.ts';
import { codecFor } from '../protocol/codec-for.ts';
import type { Observation } from '../protocol/observation.ts';
import { buffered } from '../rules/stream/buffered.ts';
import { allowHostOf } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import { createInterfaceClient, type Subscription } from './interface-client.ts';
import { latenessMs, watchLateness } from './own-lateness.ts';

/** An agent that is in time whatever this process does: an event every 700 ms, with its time, and an end. */
const AGENT = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const tell = (response, result) => response.write('data: ' + JSON.stringify({ jsonrpc: '2.0', id: 1, result }) + '\\n\\n');
  const status = (state) => ({ state: 'TASK_STATE_' + state, timestamp: new Date().toISOString() });
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    tell(response, { task: { id: 't1', contextId: 'c1', status: status('SUBMITTED') } });
    const states = ['WORKING', 'WORKING', 'WORKING', 'WORKING', 'COMPLETED'];
    const timer = setInterval(() => {
      const state = states.shift();
      tell(response, { statusUpdate: { taskId: 't1', contextId: 'c1', status: status(state) } });
      if (states.length === 0) { clearInterval(timer); response.end(); }
    }, 700);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage('http://127.0.0.1:' + server.address().port));
`;

const agent = new Worker(AGENT, { eval: true });
const [url] = (await once(agent, 'message')) as [string];
const http = createHttpClient({ allow: allowHostOf(url) });
after(async () => {
  await http.close();
  await agent.terminate();
});

/** Hears the agent's stream to its end; `meanwhile` happens when its first frame has come. */
async function hear(meanwhile: (stream: Subscription) => void): Promise<readonly Observation[]> {
  const client = createInterfaceClient({ http, codec: codecFor('1.0', 'JSONRPC'), endpoint: { url } });
  const seen: Observation[] = [];
  const call = { operation: 'SendStreamingMessage', message: { messageId: 'm', parts: [{ text: 'x' }] } } as const;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stream = client.listen(call, (one) => {
    seen.push(one);
    if (one.kind === 'task') setImmediate(() => meanwhile(stream));
    if (one.kind === 'close') resolve();
  });
  await promise;
  return seen;
}

function told(seen: readonly Observation[]): readonly string[] {
  const rules = compileRules([buffered], '1.0', 'JSONRPC');
  const record = newTaskRecord({ claims: claimsWith({}), rules });
  const monitor = createMonitor();
  return seen.flatMap((one) => monitor.step(record, one)).map(({ rule }) => rule);
}

const blockFor = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a stream that this process comes late to read', () => {
  it('is not called held back, as nobody knows when its events came', async () => {
    const seen = await hear(() => blockFor(4_000));
    assert.ok(seen.some(({ kind, lateMs = 0 }) => kind === 'status' && lateMs > 1_000));
    assert.deepEqual(told(seen), []);
    // The same frames without a word of that are a stream that was held back.
    assert.deepEqual(told(seen.map(({ lateMs: _, ...one }) => one as Observation)), ['stream/buffered']);
  });

  it('is told of a caller that held it back, too', async () => {
    const seen = await hear((stream) => {
      stream.pause();
      setTimeout(() => stream.resume(), 4_000);
    });
    assert.ok(seen.some(({ kind, lateMs = 0 }) => kind === 'status' && lateMs > 1_000));
    assert.deepEqual(told(seen), []);
  });
});

describe('the lateness of this process', () => {
  it('is none that nobody watches, and ends with the last who does', () => {
    const ends = [watchLateness(), watchLateness()];
    blockFor(600);
    assert.ok(latenessMs() > 300);
    for (const end of ends) end();
    ends[0]?.();
    assert.equal(latenessMs(), 0);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { delegate } from '../../src/guard/delegate.ts';
import { SLOWNESS } from '../support/slowness.ts';
import { SHORT } from './short-bounds.ts';

const SILENCE_MS = Math.round(500 * SLOWNESS);

/** A lab agent in a thread of its own: it goes on whatever this one does. */
const AGENT = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.lab).then(async ({ startLab }) => {
    const { url } = await startLab({ bindings: ['JSONRPC'], stepMs: 50 });
    parentPort.postMessage(url);
  });
`;

it('a stream is not called mute by a caller that did not listen for a while', async () => {
  const lab = new URL('../../src/lab/index.ts', import.meta.url).href;
  const agent = new Worker(AGENT, { eval: true, workerData: { lab } });
  const [url] = (await once(agent, 'message')) as [string];
  const silences: number[] = [];
  let blocked = false;
  const { outcome } = delegate(url, 'slow 40', {
    bounds: { ...SHORT, silence: { ms: SILENCE_MS, source: 'task-class' } },
    aftercareMs: 0,
    onObservation: ({ kind, vantage, received }) => {
      if (kind === 'silence') silences.push(received);
      if (kind !== 'artifact' || vantage.channel !== 'stream' || blocked) return;
      blocked = true;
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * SILENCE_MS));
    },
  });
  const { kind, findings } = await outcome;
  await agent.terminate();
  assert.equal(kind, 'completed');
  assert.ok(blocked);
  assert.deepEqual(silences, []);
  assert.ok(findings.every(({ rule }) => rule !== 'stream/silent' && rule !== 'stream/buffered'));
});

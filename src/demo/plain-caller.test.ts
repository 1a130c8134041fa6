import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLab } from '../lab/index.ts';
import { delegatePlainly } from './plain-caller.ts';

test('where the card has no streams, the plain caller waits for the answer', async () => {
  const peer = await startLab({ stepMs: 10, card: { streaming: false } });
  try {
    const work = { url: peer.url, text: 'slow 3', cancelAfterMs: undefined, patienceMs: 5_000, signal: undefined };
    const { state, result, gaveUpAfterMs } = await delegatePlainly(work);
    assert.deepEqual([state, result, gaveUpAfterMs], ['completed', 'tick 0 tick 1 tick 2 ', undefined]);
    const asked = peer.ledger.entries.flatMap(({ kind, operation }) => (kind === 'request' ? [operation] : []));
    assert.ok(asked.includes('send') && !asked.includes('stream'));
  } finally {
    await peer.close();
  }
});

test('who was told canceled believes it, even if the stream then outlasts that patience', async () => {
  const peer = await startLab({ stepMs: 20, deviations: [{ name: 'zombie-cancel', knobs: { seconds: 60 } }] });
  try {
    const work = { url: peer.url, text: 'slow 10000', cancelAfterMs: 20, patienceMs: 1_500, signal: undefined };
    const { state, gaveUpAfterMs } = await delegatePlainly(work);
    assert.deepEqual([state, gaveUpAfterMs], ['canceled', undefined]);
  } finally {
    await peer.close();
  }
});

test('who gives up believes nothing', async () => {
  const peer = await startLab({ stepMs: 20, deviations: [{ name: 'mute-stream' }] });
  try {
    const work = { url: peer.url, text: 'slow 2', cancelAfterMs: undefined, patienceMs: 500, signal: undefined };
    const { state, gaveUpAfterMs } = await delegatePlainly(work);
    assert.equal(state, undefined);
    assert.ok(gaveUpAfterMs !== undefined);
  } finally {
    await peer.close();
  }
});

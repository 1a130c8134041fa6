import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLab } from '../lab/index.ts';
import { delegatePlainly } from './plain-caller.ts';
import type { Scene } from './scene.ts';
import { DEMO_TIMES } from './times.ts';

const work = (url: string, scene: Partial<Scene>, patienceMs: number) => ({
  url,
  scene: {
    ...{ agent: 'a', does: '', deviation: undefined, pieces: 3, cancels: false },
    expects: { kind: 'completed' as const },
    ...scene,
  },
  times: { ...DEMO_TIMES, cancelAfterMs: 20, patienceMs },
  signal: undefined,
});

test('where the card has no streams, the plain caller waits for the answer', async () => {
  const peer = await startLab({ stepMs: 10, card: { streaming: false } });
  try {
    const given = work(peer.url, { pieces: 3, cancels: false }, 5_000);
    const { state, result, gaveUpAfterMs } = await delegatePlainly(given);
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
    const given = work(peer.url, { pieces: 10000, cancels: true }, 1_500);
    const { state, gaveUpAfterMs } = await delegatePlainly(given);
    assert.deepEqual([state, gaveUpAfterMs], ['canceled', undefined]);
  } finally {
    await peer.close();
  }
});

test('who gives up believes nothing', async () => {
  const peer = await startLab({ stepMs: 20, deviations: [{ name: 'mute-stream' }] });
  try {
    const given = work(peer.url, { pieces: 2, cancels: false }, 500);
    const { state, gaveUpAfterMs } = await delegatePlainly(given);
    assert.equal(state, undefined);
    assert.ok(gaveUpAfterMs !== undefined);
  } finally {
    await peer.close();
  }
});

test('who is asked answers in a type that the card lists, in either version', async () => {
  for (const dialect of ['1.0', '0.3'] as const) {
    const peer = await startLab({ dialect, stepMs: 10, bindings: ['JSONRPC'] });
    try {
      const { state, historySeen } = await delegatePlainly(work(peer.url, { asks: true }, 5_000));
      assert.equal(state, 'completed');
      assert.ok((historySeen ?? 0) > 0);
    } finally {
      await peer.close();
    }
  }
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tryOwnAgent } from '../../src/demo/own-agent.ts';
import { startLab } from '../../src/lab/index.ts';

const SHORT = { patienceMs: 2_500, silenceMs: 500, settleWithinMs: 1_500 };

async function tried(deviations: readonly string[], text = 'slow 2') {
  const peer = await startLab({ bindings: ['JSONRPC'], stepMs: 20, deviations });
  try {
    const agent = { name: 'own', cardUrl: peer.cardUrl, text };
    const { runs, ok } = await tryOwnAgent(agent, { times: SHORT });
    return { ok, harm: runs.map(({ incidents }) => incidents.map(({ kind }) => kind)), runs };
  } finally {
    await peer.close();
  }
}

describe("one's own agent is given the same work in each way", { concurrency: 3 }, () => {
  test('and where it keeps its word, nobody comes to harm', async () => {
    const { ok, harm, runs } = await tried([]);
    assert.deepEqual([ok, harm], [true, [[], [], []]]);
    assert.deepEqual(
      runs.map(({ caller }) => caller.name),
      ['plain', 'guarded', 'behind'],
    );
  });

  test('what a plain caller believes is compared with later reads of its own task', async () => {
    const { ok, harm } = await tried(['no-terminal']);
    assert.deepEqual([ok, harm], [true, [['wrong-end'], [], []]]);
  });

  test('where a stream is mute, it gives up, and reads know more', async () => {
    const { ok, harm } = await tried(['mute-stream']);
    assert.deepEqual([ok, harm[1], harm[2]], [true, [], []]);
    assert.deepEqual(harm[0], ['nothing-told']);
  });

  test('an outcome that is no success is none, though nobody was lied to', async () => {
    const { ok, harm } = await tried([], 'fail please');
    assert.deepEqual([ok, harm], [false, [[], [], []]]);
  });
});

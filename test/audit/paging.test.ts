import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import { startLab } from '../../src/lab/index.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

/** What an audit of nothing but lists tells of an agent. */
async function listed(...deviations: readonly string[]) {
  const peer = await startLab({ dialect: '1.0', bindings: ['JSONRPC'], stepMs: 150, deviations });
  try {
    const { findings, untested } = await audit(peer.url, {
      prompts: promptsFor(60),
      times: SHORT_TIMES,
      only: ['list'],
    });
    return {
      rules: findings.map(({ rule }) => rule),
      unpaged: untested.filter(({ reason }) => reason.includes('whether its pages come to an end')),
    };
  } finally {
    await peer.close();
  }
}

describe('the pages of a list of two tasks', { concurrency: true }, () => {
  it('are turned, and come to an end', async () => {
    const { rules, unpaged } = await listed();
    assert.ok(!rules.some((rule) => rule.startsWith('list/')), rules.join());
    assert.deepEqual(unpaged, []);
  });

  it('are found to go round where only a second page is missing', async () => {
    const { rules } = await listed('list-goes-round');
    assert.ok(rules.includes('list/endless-pages'), rules.join());
  });

  it('are not said to end where each task is of a context of its own', async () => {
    const { unpaged } = await listed('context-replaced');
    assert.equal(unpaged.length, 1);
  });
});

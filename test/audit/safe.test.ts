import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import { knownTasks, startLab } from '../../src/lab/index.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

describe('a safe audit', () => {
  it('begins one task, whatever it suspects, however many interfaces there are, and whatever the agent takes', async () => {
    const deviations = ['invalid-accepted', 'comes-and-goes'];
    const peer = await startLab({ bindings: ['JSONRPC', 'HTTP+JSON'], stepMs: 100, deviations });
    try {
      const report = await audit(peer.url, { prompts: promptsFor(3), times: SHORT_TIMES, safe: true });
      const worked = knownTasks(peer.ledger).filter((id) => peer.ledger.ofTask(id).some(({ kind }) => kind === 'run'));
      assert.equal(worked.length, 1);
      assert.deepEqual(
        report.scenarios.filter(({ id }) => id === 'settle').map(({ runs }) => runs),
        [1],
      );
      assert.ok(
        report.findings.some(
          ({ scenario, certainty, confirmed }) => scenario === 'settle' && certainty === 'suspected' && !confirmed,
        ),
        report.findings.map(({ rule, scenario, certainty }) => `${scenario}: ${rule} ${certainty}`).join(', '),
      );
    } finally {
      await peer.close();
    }
  });
});

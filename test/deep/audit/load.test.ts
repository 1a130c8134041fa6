import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { audit } from '../../../src/audit/audit.ts';
import { promptsFor, SHORT_TIMES } from '../../audit/short-times.ts';
import { quietSdks } from '../../real/quiet.ts';
import { startRealAgent } from '../../real/sdk-agent.ts';

const RUNS = 20;
const BUSY = 3;

describe('audits one after the other on a machine that has no time', () => {
  it(`give the same verdicts, ${RUNS} times`, async () => {
    quietSdks();
    const agent = await startRealAgent('1.0', 'JSONRPC', { stepMs: 200 });
    const busy = Array.from({ length: BUSY }, () => new Worker('for (;;);', { eval: true }));
    try {
      const seen = new Set<string>();
      for (let run = 0; run < RUNS; run++) {
        const report = await audit(agent.url, {
          prompts: promptsFor(12),
          times: SHORT_TIMES,
          skip: ['push', 'parallel'],
        });
        const errors = report.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
        seen.add(`${report.verdict} ${errors.join(' ')}`.trim());
      }
      assert.deepEqual([...seen], ['kept']);
    } finally {
      await Promise.all(busy.map((worker) => worker.terminate()));
      await agent.close();
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import { quietSdks } from '../real/quiet.ts';
import { startRealAgent } from '../real/sdk-agent.ts';
import { DIVERGENCES } from './divergences.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

quietSdks();

describe('what servers of the official SDKs really do', { concurrency: 3 }, () => {
  for (const { id, dialect, binding, does, setup, quick, rule, scenario } of DIVERGENCES) {
    it(`${id}, ${dialect}: ${does}: ${rule}`, async () => {
      const agent = await startRealAgent(dialect, binding, { stepMs: 200, ...setup });
      const prompts = promptsFor(20);
      try {
        const { findings } = await audit(agent.url, {
          prompts: quick === undefined ? prompts : { ...prompts, quick: [{ text: quick, mediaType: 'text/plain' }] },
          times: { ...SHORT_TIMES, patienceMs: 15_000 },
          only: [scenario],
        });
        const told = findings.map((finding) => `${finding.severity} ${finding.rule}: ${finding.message}`).join('\n');
        assert.ok(
          findings.some((finding) => finding.rule === rule),
          told,
        );
      } finally {
        await agent.close();
      }
    });
  }
});

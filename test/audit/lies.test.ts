import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import { startLab } from '../../src/lab/index.ts';
import { quietSdks } from '../real/quiet.ts';
import { type RealAgent, startRealAgent } from '../real/sdk-agent.ts';
import { LIES } from './lies.ts';
import { pieces, promptsFor, STRETCHED_TIMES } from './short-times.ts';

/** Work that is under way long enough to be looked at, however loaded the machine is. */
const STEP_MS = 150;
const PIECES = pieces(60);

/** What is held back until the end has to be held back for longer than anything may take. */
const MORE_PIECES = pieces(160);

describe('an audit of an honest agent on the official SDK, behind one lie', { concurrency: 4 }, () => {
  let agent: RealAgent;
  before(async () => {
    quietSdks();
    agent = await startRealAgent('1.0', 'JSONRPC', { stepMs: STEP_MS, push: true });
  });
  after(() => agent.close());

  for (const { number, says, deviation, rule, severity, scenarios } of LIES) {
    it(`finds lie ${number}, ${says}: ${rule}, ${severity}`, async () => {
      const liar = await startLab({ upstream: agent.url, deviations: [deviation], stepMs: STEP_MS });
      try {
        const { findings, verdict } = await audit(liar.url, {
          prompts: promptsFor(number === 3 ? MORE_PIECES : PIECES),
          times: STRETCHED_TIMES,
          only: scenarios,
        });
        const told = findings.map((finding) => `${finding.severity} ${finding.rule}: ${finding.message}`).join('\n');
        const found = findings.find((finding) => finding.rule === rule);
        assert.equal(found?.severity, severity, told);
        assert.ok(severity !== 'error' || verdict === 'broken');
        assert.ok(severity === 'error' || !findings.some((finding) => finding.severity === 'error'), told);
      } finally {
        await liar.close();
      }
    });
  }
});

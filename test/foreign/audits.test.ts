import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import type { AuditReport } from '../../src/audit/audit-report.ts';
import { FOREIGN_DIVERGENCES } from '../audit/foreign-divergences.ts';
import { pieces, promptsFor, STRETCHED_TIMES } from '../audit/short-times.ts';
import { type ForeignAgent, startForeign } from './foreign-agent.ts';
import type { ForeignName } from './install.ts';

/*
 * What these servers are known for by docs/evidence.md, found by an audit that knows nothing of them.
 */

const STEP_MS = 200;

/** Work that takes longer than anything may be expected to, on this machine. */
const PIECES = pieces(50);

const AGENTS: readonly ForeignName[] = ['voltagent', 'google-adk'];

for (const name of AGENTS) {
  describe(`an audit of an agent of ${name}`, () => {
    const divergences = FOREIGN_DIVERGENCES.filter(({ agent }) => agent === name);
    let agent: ForeignAgent;
    let report: AuditReport;
    before(async () => {
      agent = await startForeign(name, STEP_MS);
      report = await audit(agent.cardUrl, {
        prompts: promptsFor(PIECES),
        times: STRETCHED_TIMES,
        only: divergences.map(({ scenario }) => scenario),
      });
    });
    after(() => agent[Symbol.asyncDispose]());

    for (const { id, does, rule, scenario } of divergences) {
      it(`${id}: ${does}: ${rule} by ${scenario}`, () => {
        const told = report.findings.map((finding) => `${finding.rule} by ${finding.scenario}: ${finding.message}`);
        const found = report.findings.find((finding) => finding.rule === rule);
        assert.ok(found !== undefined && [found.scenario, ...found.alsoIn].includes(scenario), told.join('\n'));
      });
    }

    it('cancels what it began, or names it', () => {
      for (const { taskId, messageId, why } of report.left) assert.ok((messageId ?? taskId) !== '' && why !== '');
    });
  });
}

describe('an audit of an agent whose card is where nobody looks', () => {
  it('VOLT-10: says that there is none, and where it was looked for: card/unreachable', async () => {
    const agent = await startForeign('voltagent', STEP_MS);
    try {
      const { ended, findings } = await audit(agent.origin, { times: STRETCHED_TIMES });
      assert.equal(ended?.code, 'no-card');
      assert.deepEqual(
        findings.map(({ rule }) => rule),
        ['card/unreachable'],
      );
    } finally {
      await agent[Symbol.asyncDispose]();
    }
  });
});

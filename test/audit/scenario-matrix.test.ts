import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import type { AuditOptions } from '../../src/audit/audit-options.ts';
import type { AuditReport } from '../../src/audit/audit-report.ts';
import { SCENARIO_IDS } from '../../src/audit/scenario-ids.ts';
import { startLab } from '../../src/lab/index.ts';
import { quietSdks } from '../real/quiet.ts';
import { type RealAgent, startRealAgent } from '../real/sdk-agent.ts';
import { type Behind, MATRIX, OWN_AGENT, TOKENS } from './scenario-matrix.ts';
import { pieces, promptsFor, STRETCHED_TIMES } from './short-times.ts';

const STEP_MS = 100;

const PIECES = pieces(60);
const TIMES = { ...STRETCHED_TIMES, patienceMs: STRETCHED_TIMES.patienceMs / 2 };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whom the audit can be, and what it is told of the agent. */
const AS: Readonly<Record<Behind, AuditOptions>> = {
  open: { publicAddress: true },
  denying: {},
  closed: { headers: bearer(TOKENS.first), secondHeaders: bearer(TOKENS.second), identitiesAreSeparate: true },
};

const BEHINDS: readonly Behind[] = ['open', 'denying', 'closed'];

let agent: RealAgent;
before(async () => {
  quietSdks();
  agent = await startRealAgent('1.0', 'JSONRPC', { stepMs: STEP_MS, push: true });
});
after(() => agent.close());

/** How often a scenario is tried anew, with longer work, for which a busy machine was too slow. */
const MOST_TRIES = 3;

/** An audit through the lab, which adds those deviations to the agent behind; what was untested once is tried anew. */
async function audited(behind: Behind, deviations: readonly string[], only: readonly string[]): Promise<AuditReport[]> {
  const reports: AuditReport[] = [];
  let left = only;
  for (let tries = 1; left.length > 0 && tries <= MOST_TRIES; tries++) {
    const report = await auditedOnce(behind, deviations, left, tries * PIECES);
    reports.push(report);
    left = left.filter((id) => report.scenarios.some((one) => one.id === id && one.status === 'untested'));
  }
  return reports;
}

async function auditedOnce(
  behind: Behind,
  deviations: readonly string[],
  only: readonly string[],
  steps: number,
): Promise<AuditReport> {
  const own = behind === 'open' ? { upstream: agent.url } : OWN_AGENT[behind];
  const peer = await startLab({ ...own, deviations, bindings: ['JSONRPC'], stepMs: STEP_MS });
  try {
    // A name stands for all that begin so, too.
    const skip = SCENARIO_IDS.filter((id) => !only.includes(id) && only.some((name) => id.startsWith(`${name}-`)));
    return await audit(peer.url, { prompts: promptsFor(steps), times: TIMES, only, skip, ...AS[behind] });
  } finally {
    await peer.close();
  }
}

function told(reports: readonly AuditReport[]): string {
  return reports.map(toldOnce).join('\n\n');
}

function toldOnce({ findings, untested }: AuditReport): string {
  return [
    ...findings.map(({ severity, rule, scenario, message }) => `${severity} ${rule} by ${scenario}: ${message}`),
    ...untested.map(({ scenario, reason }) => `${scenario} untested: ${reason}`),
  ].join('\n');
}

describe('the scenarios of an audit', () => {
  it('each have an agent that breaks them, and one that keeps them', () => {
    assert.deepEqual(
      MATRIX.map(({ scenario }) => scenario),
      SCENARIO_IDS,
    );
  });
});

describe('an agent, by scenario', { concurrency: 6 }, () => {
  for (const behind of BEHINDS) {
    const scenarios = MATRIX.filter((row) => row.behind === behind).map(({ scenario }) => scenario);
    it(`that keeps its word and is ${behind} keeps ${scenarios.length} scenarios`, async () => {
      const reports = await audited(behind, [], scenarios);
      const played = reports.flatMap((report) => report.scenarios);
      const kept = played.filter(({ status }) => status === 'kept').map(({ id }) => id);
      assert.deepEqual(
        scenarios.filter((id) => !kept.includes(id)),
        [],
        told(reports),
      );
      for (const { verdict } of reports) assert.notEqual(verdict, 'broken', told(reports));
      assert.equal(reports.at(-1)?.verdict, 'kept');
    });
  }

  for (const { scenario, broken, rule, behind, brokenBefore = behind } of MATRIX) {
    it(`that is ${broken.join(' and ')} breaks ${scenario}: ${rule}`, async () => {
      const reports = await audited(brokenBefore, broken, [scenario]);
      const last = reports.at(-1);
      assert.equal(last?.scenarios.find(({ id }) => id === scenario)?.status, 'broken', told(reports));
      const errors = last.findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule);
      assert.ok(errors.includes(rule), told(reports));
    });
  }
});

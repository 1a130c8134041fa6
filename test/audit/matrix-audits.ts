import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import type { AuditOptions } from '../../src/audit/audit-options.ts';
import type { AuditReport, ScenarioReport } from '../../src/audit/audit-report.ts';
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

/** Into how many files those that break a scenario are cut, since each of them takes its time. */
const PARTS = 3;

/** How often a scenario is tried anew, with longer work, for which a busy machine was too slow. */
const MOST_TRIES = 3;

/** Holds agents that keep their word to it, each to all scenarios that it is for. */
export function eachIsKept(): void {
  const audited = agents();
  describe('an agent that keeps its word', { concurrency: 3 }, () => {
    for (const behind of BEHINDS) {
      const scenarios = MATRIX.filter((row) => row.behind === behind).map(({ scenario }) => scenario);
      it(`and is ${behind} keeps ${scenarios.length} scenarios`, async () => {
        const reports = await audited(behind, [], scenarios, 'untested');
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
  });
}

/** Finds for each scenario the agent that breaks it. @param part which of the parts of the matrix, from 0 */
export function eachIsBroken(part: 0 | 1 | 2): void {
  const audited = agents();
  describe('an agent, by scenario', { concurrency: 8 }, () => {
    for (const { scenario, broken, rule, behind, brokenBefore = behind } of MATRIX.filter(
      (_, i) => i % PARTS === part,
    )) {
      it(`that is ${broken.join(' and ')} breaks ${scenario}: ${rule}`, async () => {
        const reports = await audited(brokenBefore, broken, [scenario], 'untested', 'kept');
        const last = reports.at(-1);
        assert.equal(last?.scenarios.find(({ id }) => id === scenario)?.status, 'broken', told(reports));
        const errors = last.findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule);
        assert.ok(errors.includes(rule), told(reports));
      });
    }
  });
}

/** Audits through the lab, which adds deviations to the agent behind. What comes out so is tried anew: a busy machine does that. */
function agents() {
  let agent: RealAgent;
  before(async () => {
    quietSdks();
    agent = await startRealAgent('1.0', 'JSONRPC', { stepMs: STEP_MS, push: true });
  });
  after(() => agent.close());

  const once = async (
    behind: Behind,
    deviations: readonly string[],
    only: readonly string[],
    steps: number,
  ): Promise<AuditReport> => {
    const own = behind === 'open' ? { upstream: agent.url } : OWN_AGENT[behind];
    const peer = await startLab({ ...own, deviations, bindings: ['JSONRPC'], stepMs: STEP_MS });
    try {
      // A name stands for all that begin so, too.
      const skip = SCENARIO_IDS.filter((id) => !only.includes(id) && only.some((name) => id.startsWith(`${name}-`)));
      return await audit(peer.url, { prompts: promptsFor(steps), times: TIMES, only, skip, ...AS[behind] });
    } finally {
      await peer.close();
    }
  };

  return async (
    behind: Behind,
    deviations: readonly string[],
    only: readonly string[],
    ...anew: readonly ScenarioReport['status'][]
  ): Promise<readonly AuditReport[]> => {
    const reports: AuditReport[] = [];
    let left = only;
    for (let tries = 1; left.length > 0 && tries <= MOST_TRIES; tries++) {
      const report = await once(behind, deviations, left, tries * PIECES);
      reports.push(report);
      left = left.filter((id) => report.scenarios.some((one) => one.id === id && anew.includes(one.status)));
    }
    return reports;
  };
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

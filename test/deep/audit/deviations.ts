import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audit } from '../../../src/audit/audit.ts';
import type { AuditOptions } from '../../../src/audit/audit-options.ts';
import type { AuditReport } from '../../../src/audit/audit-report.ts';
import { type Binding, type Deviation, type DialectName, deviations, startLab } from '../../../src/lab/index.ts';
import { OWN_AGENT, TOKENS } from '../../audit/scenario-matrix.ts';
import { promptsFor, SHORT_TIMES } from '../../audit/short-times.ts';

const STEP_MS = 150;
const STEPS = 60;

/** An audit waits far more than it works, so many of them go side by side. */
const SIDE_BY_SIDE = 5;

/** How often one is audited anew, with longer work, that a busy machine was too slow for. */
const MOST_TRIES = 3;

/** What matters to what a caller needs, and not to whether a word is kept; docs/auditing.md has the rest of the reasons. */
const NOT_SEEN: ReadonlySet<string> = new Set([
  'card-audio-unstreamed',
  'card-wants-mtls',
  'working-unseen',
  'extension-unasked',
  'speaks-another-dialect in 0.3 over HTTP+JSON',
  'push-out-of-order in 0.2 over JSONRPC',
  'extended-card-missing in 0.2 over JSONRPC',
]);

/** What nothing shows in the older texts: there is no list, pushes are snapshots, and text has no media type. */
const NOT_SEEN_BEFORE_1_0: ReadonlySet<string> = new Set(['send-cut-off', 'push-repeated', 'accepted-output-ignored']);

/** Where what takes minutes is to show in seconds. */
const KNOBS: Readonly<Record<string, Readonly<Record<string, number>>>> = { 'send-cut-off': { seconds: 4 } };

/** Deviations that only show in front of an agent that lets nobody in without a token. */
const OF_GATES: ReadonlySet<string> = new Set(['auth-not-enforced', 'foreign-tasks-visible']);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const WITH_TOKENS: AuditOptions = { headers: bearer(TOKENS.first), secondHeaders: bearer(TOKENS.second) };

/** Holds an audit to each deviation of the lab that breaks a rule, in one dialect over one binding. */
export function findsDeviations(dialect: DialectName, binding: Binding): void {
  describe(`deviations in ${dialect} over ${binding}`, { concurrency: SIDE_BY_SIDE }, () => {
    for (const deviation of deviations) {
      const { name, gravity, rules, dialects, bindings } = deviation;
      if (gravity === 'none' || !dialects.includes(dialect) || !bindings.includes(binding)) continue;
      if (NOT_SEEN.has(name) || NOT_SEEN.has(`${name} in ${dialect} over ${binding}`)) continue;
      if (dialect !== '1.0' && NOT_SEEN_BEFORE_1_0.has(name)) continue;
      it(`${name} is found by one of its rules`, async () => {
        const told: string[] = [];
        for (let tries = 1; tries <= MOST_TRIES; tries++) {
          const { findings, untested } = await audited(deviation, dialect, binding, tries * STEPS);
          if (findings.some(({ rule }) => rules.includes(rule))) return;
          told.push(...findings.map(({ rule, severity }) => `${severity} ${rule}`));
          told.push(...untested.map(({ scenario, reason }) => `${scenario} untested: ${reason}`));
        }
        assert.fail(`${rules.join(', ')} not in:\n${told.join('\n')}`);
      });
    }
  });
}

async function audited(
  { name, rules }: Deviation,
  dialect: DialectName,
  binding: Binding,
  steps: number,
): Promise<AuditReport> {
  const closed = OF_GATES.has(name);
  const peer = await startLab({
    ...(closed ? OWN_AGENT.closed : {}),
    dialect,
    // What tells one binding from another takes two.
    ...(rules.includes('interface/diverges') ? {} : { bindings: [binding] }),
    stepMs: STEP_MS,
    deviations: [{ name, knobs: KNOBS[name] ?? {} }],
  });
  try {
    return await audit(peer.url, {
      prompts: promptsFor(steps),
      times: SHORT_TIMES,
      skip: ['parallel'],
      ...(closed ? WITH_TOKENS : {}),
    });
  } finally {
    await peer.close();
  }
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { audit } from '../../src/audit/audit.ts';
import type { AuditReport } from '../../src/audit/audit-report.ts';
import type { Level } from '../../src/gateway/options.ts';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { promptsFor, SHORT_TIMES } from '../audit/short-times.ts';
import { quietSdks } from '../real/quiet.ts';
import { startRealAgent } from '../real/sdk-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

quietSdks();

/** An honest agent stops within these on a busy machine, too: it looks for a cancel at each step of its work. */
const BOUNDS = {
  ...shortBounds,
  cancelAnswer: { ms: 2_000, source: 'profile' },
  cancelWatchMost: { ms: 4_000, source: 'profile' },
  settleWithin: { ms: 5_000, source: 'profile' },
} as const;
const OPTIONS = { prompts: promptsFor(12), times: SHORT_TIMES };
const CELLS: readonly (readonly [Dialect, Binding, Level])[] = [
  ['1.0', 'JSONRPC', 'protect'],
  ['1.0', 'HTTP+JSON', 'protect'],
  ['0.3', 'JSONRPC', 'protect'],
  ['1.0', 'JSONRPC', 'watch'],
];

/** What of a report says something against the agent: errors and warnings, each once. */
function against({ findings }: AuditReport): readonly string[] {
  const grave = findings.filter(({ severity }) => severity !== 'note');
  return [...new Set(grave.map(({ rule, scenario }) => `${rule} by ${scenario}`))];
}

/** What was seen of each claim, but for extensions: the gateway has one of its own, and keeps it. */
const observed = ({ capabilities }: AuditReport): readonly string[] =>
  capabilities.filter(({ name }) => name !== 'extensions').map((claim) => `${claim.name}: ${claim.observed}`);

// The gateway can't be told from the agent that it stands before by those who look closest.
describe('an audit of the gateway before an honest agent', { concurrency: 2 }, () => {
  for (const [dialect, binding, level] of CELLS) {
    it(`${dialect} over ${binding}, at ${level}: is as clean as that of the agent itself`, async () => {
      const agent = await startRealAgent(dialect, binding, { stepMs: 200 });
      try {
        const direct = await audit(agent.url, OPTIONS);
        const told = (report: AuditReport) => [report.verdict, against(report), observed(report)];
        const behind = async () =>
          told(
            await withGateway(agent.url, { peer: { level }, bounds: BOUNDS }, ({ url }) => audit(`${url}/`, OPTIONS)),
          );
        const first = await behind();
        // Two audits of one agent may differ by what a busy machine does: a difference counts if it comes again.
        const counts = isDeepStrictEqual(first, told(direct)) ? first : await behind();
        assert.deepEqual(counts, told(direct));
      } finally {
        await agent.close();
      }
    });
  }
});

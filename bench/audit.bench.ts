import { audit } from '../src/audit/audit.ts';
import type { AuditReport } from '../src/audit/audit-report.ts';
import { promptsFor } from '../test/audit/short-times.ts';
import { startRealAgent } from '../test/real/sdk-agent.ts';
import type { BenchmarkRow } from './benchmark.ts';

/** What this benchmark is called on the command line. */
export const name = 'audit';

const QUICK_TARGET_S = 20;
const THOROUGH_TARGET_S = 90;

const STEP_MS = 100;

/** Each is done within 1 s, the slow work too. */
const PROMPTS = promptsFor(9);

/** How long it takes to audit an honest agent on the official SDK 1.3.0 with one interface. */
export async function run(): Promise<readonly BenchmarkRow[]> {
  const { log } = console;
  // The server of the SDK tells of each call that it makes.
  console.log = () => undefined;
  const agent = await startRealAgent('1.0', 'JSONRPC', { stepMs: STEP_MS, push: true });
  try {
    const quick = await audit(agent.url, { prompts: PROMPTS, quick: true });
    const thorough = await audit(agent.url, { prompts: PROMPTS });
    return [
      rowOf('honest agent, --quick (ends watched 5 s)', quick, QUICK_TARGET_S),
      rowOf('honest agent (ends watched 45 s)', thorough, THOROUGH_TARGET_S),
    ];
  } finally {
    await agent.close();
    console.log = log;
  }
}

function rowOf(what: string, { verdict, durationMs }: AuditReport, target: number): BenchmarkRow {
  const value = durationMs / 1_000;
  return { name: `${what}: ${verdict}`, value, unit: 's', target, ok: value < target && verdict === 'kept' };
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audit } from '../../src/audit/audit.ts';
import type { AuditReport } from '../../src/audit/audit-report.ts';
import { startLab } from '../../src/lab/index.ts';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { quietSdks } from '../real/quiet.ts';
import { startRealAgent } from '../real/sdk-agent.ts';
import { promptsFor, SHORT_TIMES } from './short-times.ts';

quietSdks();

const STEP_MS = 200;
const OPTIONS = { prompts: promptsFor(12), times: SHORT_TIMES };

/** The errors of a report, each with what shows it. */
function errorsIn(report: AuditReport): readonly string[] {
  return report.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message, scenario }) => `${rule} by ${scenario}: ${message}`);
}

function rulesIn(report: AuditReport): readonly string[] {
  return report.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
}

/** What is really true of a server of an older SDK: it calls web-hooks without their credentials. */
const TRUE_OF_PUSH: Readonly<Record<Dialect, readonly string[]>> = {
  '0.2': [],
  '0.3': ['push/auth-missing'],
  '1.0': [],
};

const CELLS: readonly (readonly [Dialect, Binding])[] = [
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
  ['0.3', 'JSONRPC'],
  ['0.2', 'JSONRPC'],
];

describe('an audit of an honest agent on an official SDK', { concurrency: 2 }, () => {
  for (const [dialect, binding] of CELLS) {
    it(`${dialect} over ${binding}: finds no error but what is true of it, and exercises what it claims`, async () => {
      const agent = await startRealAgent(dialect, binding, { stepMs: STEP_MS, push: dialect !== '0.2' });
      try {
        const report = await audit(agent.url, OPTIONS);
        assert.deepEqual(rulesIn(report), TRUE_OF_PUSH[dialect], errorsIn(report).join('\n'));
        const untested = report.capabilities.filter(({ observed }) => observed === 'untested').map(({ name }) => name);
        assert.deepEqual(untested, ['securityRequirements', 'extensions']);
      } finally {
        await agent.close();
      }
    });
  }
});

describe('an audit of an agent with one worker', () => {
  it('takes none of its waits for an error, however many scenarios stand in its line', async () => {
    const agent = await startRealAgent('1.0', 'JSONRPC', { stepMs: 60, atOnce: 1 });
    try {
      const report = await audit(agent.url, OPTIONS);
      assert.deepEqual(errorsIn(report), []);
      assert.equal(report.verdict, 'kept');
    } finally {
      await agent.close();
    }
  });
});

describe('an audit of an agent that is awkward and keeps every rule', { concurrency: 2 }, () => {
  for (const awkward of ['honest', 'odd-framing', 'forgets-ended', 'lagging-reads', 'slow-cancel', 'answer-lost']) {
    it(`${awkward}: finds no error`, async () => {
      const peer = await startLab({ deviations: [awkward], bindings: ['JSONRPC'], stepMs: STEP_MS });
      try {
        const report = await audit(peer.url, { ...OPTIONS, skip: ['parallel', 'push'] });
        assert.deepEqual(errorsIn(report), []);
        assert.equal(report.verdict, 'kept');
      } finally {
        await peer.close();
      }
    });
  }
});

describe('an agent with several interfaces', () => {
  it('is audited on each, and both are compared', async () => {
    const peer = await startLab({ stepMs: STEP_MS });
    try {
      const only = ['cancel-ended', 'cancel-unknown', 'unknown-task', 'send-blocking'];
      const report = await audit(peer.url, { ...OPTIONS, only });
      assert.deepEqual(errorsIn(report), []);
      const compared = report.capabilities.find(({ name }) => name === 'interfaces');
      assert.equal(compared?.observed, 'kept');
      for (const name of ['JSONRPC 1.0', 'HTTP+JSON 1.0']) {
        assert.equal(report.scenarios.filter((scenario) => scenario.interface === name).length, only.length + 1);
      }
    } finally {
      await peer.close();
    }
  });
});

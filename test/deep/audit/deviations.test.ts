import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audit } from '../../../src/audit/audit.ts';
import { deviations, startLab } from '../../../src/lab/index.ts';
import { promptsFor, SHORT_TIMES } from '../../audit/short-times.ts';

const STEP_MS = 150;
const OPTIONS = { prompts: promptsFor(60), times: SHORT_TIMES, skip: ['parallel'] };

describe('each deviation of the lab that breaks a rule', { concurrency: 3 }, () => {
  for (const { name, dialects, bindings, gravity, rules } of deviations) {
    if (gravity !== 'error') continue;
    for (const dialect of dialects) {
      for (const binding of dialect === '0.2' ? (['JSONRPC'] as const) : bindings) {
        it(`${name} in ${dialect} over ${binding} is found by one of its rules`, async () => {
          const peer = await startLab({ dialect, bindings: [binding], stepMs: STEP_MS, deviations: [name] });
          try {
            const { findings } = await audit(peer.url, OPTIONS);
            const told = findings.map(({ rule, severity }) => `${severity} ${rule}`).join(', ');
            assert.ok(
              findings.some(({ rule }) => rules.includes(rule)),
              `${rules.join(', ')} in: ${told}`,
            );
          } finally {
            await peer.close();
          }
        });
      }
    }
  }
});

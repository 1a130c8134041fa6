import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JudgedFinding, judge } from '../../src/judge/judge.ts';
import { startLab } from '../../src/lab/index.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { probe } from './prober.ts';
import { SHORT_LIMITS, SHORT_SILENCES, STEP_MS } from './short-limits.ts';
import { lies } from './tables.ts';

/** What is found in the traffic of an agent with that deviation, by a prober who doesn't know which it is. */
async function foundIn(deviation: string): Promise<readonly JudgedFinding[]> {
  const lab = await startLab({ deviations: [deviation], dialect: '1.0', bindings: ['JSONRPC'], stepMs: STEP_MS });
  try {
    const recording = await probe(lab.cardUrl);
    return judge(recording, { monitor: { limits: SHORT_LIMITS }, silences: SHORT_SILENCES });
  } finally {
    await lab.close();
  }
}

describe('the lies that conformance kits let pass, told by real agents over real connections', {
  concurrency: 6,
}, () => {
  for (const { id, lie, deviation, rules = [], atMost } of lies) {
    if (rules.length === 0) continue;
    it(`${id} is found: ${lie}`, async () => {
      const found = await foundIn(deviation);
      const told = found.map(({ finding }) => finding.rule);
      for (const rule of rules) assert.ok(told.includes(rule), `${rule}, not only ${told.join(', ')}`);
      if (atMost === 'error') {
        assert.ok(rules.some((rule) => RULES.find(({ id }) => id === rule)?.severity === 'error'));
      } else {
        const errors = found.filter(({ finding }) => finding.severity === 'error');
        assert.deepEqual(
          errors.map(({ finding }) => finding.rule),
          [],
        );
      }
    });
  }

  it('of an agent that keeps its word nothing is certain', async () => {
    const certain = (await foundIn('honest')).filter(({ finding }) => finding.certainty === 'certain');
    assert.deepEqual(
      certain.map(({ finding }) => `${finding.rule}: ${finding.because}`),
      [],
    );
  });
});

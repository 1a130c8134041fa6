import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RULES } from '../../src/rules/catalogue.ts';
import { agree } from './agreement.ts';
import { DEFINITIONS } from './naive/definitions.ts';

const TRACES = 100_000;
/** Set it to begin with another trace, such as one that failed. */
const SEED = Number(process.env['PROBITY_SEED'] ?? 1);

describe('the monitor and the definitions of its rules', () => {
  it('are about the same rules', () => {
    assert.deepEqual(Object.keys(DEFINITIONS).sort(), RULES.map(({ id }) => id).sort());
  });

  it(`tell the same of ${TRACES} traces, and of every rule`, (t) => {
    const rarest = agree({ traces: TRACES, seed: SEED }).slice(0, 10);
    t.diagnostic(`told least often: ${rarest.map(([rule, traces]) => `${rule} ${traces}`).join(', ')}`);
  });
});

import { describe, it } from 'node:test';
import { agree } from '../../proof/agreement.ts';

const TRACES = Number(process.env['PROBITY_TRACES'] ?? 5_000_000);
/** Far from those that every run judges. */
const SEED = Number(process.env['PROBITY_SEED'] ?? 1_000_000);

describe('the monitor and the definitions of its rules, at length', () => {
  it(`tell the same of ${TRACES} traces, and of every rule`, (t) => {
    const all = agree({ traces: TRACES, seed: SEED });
    t.diagnostic(`times told: ${all.map(([rule, traces]) => `${rule} ${traces}`).join(', ')}`);
  });
});

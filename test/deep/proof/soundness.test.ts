import { describe, it } from 'node:test';
import { provesSound } from '../../proof/soundness.ts';

const TRACES = Number(process.env['PROBITY_TRACES'] ?? 5_000_000) / 2;
/** Far from those that every run judges. */
const SEED = Number(process.env['PROBITY_SEED'] ?? 1_000_000);

describe('an agent that keeps the word of the specification, at length', () => {
  for (const noted of [false, true]) {
    it(`is never blamed for what is allowed, in ${TRACES} traces${noted ? ' with notes' : ''}`, (t) => {
      t.diagnostic(provesSound({ traces: TRACES, seed: SEED, noted }));
    });
  }
});

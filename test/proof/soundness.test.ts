import { describe, it } from 'node:test';
import { provesSound } from './soundness.ts';

const TRACES = 25_000;
/** Set it to begin with another trace, such as one that failed. */
const SEED = Number(process.env['PROBITY_SEED'] ?? 1);

describe('an agent that keeps the word of the specification', () => {
  it(`is never found at fault for certain, nor of an error, in ${TRACES} traces`, (t) => {
    t.diagnostic(provesSound({ traces: TRACES, seed: SEED, noted: false }));
  });

  it(`that also does what is allowed and noted is told of that alone, in ${TRACES} traces`, (t) => {
    t.diagnostic(provesSound({ traces: TRACES, seed: SEED, noted: true }));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOTED, provesSound } from './soundness.ts';

const TRACES = Number(process.env['PROBITY_TRACES'] ?? 25_000);

describe('an agent that keeps the word of the specification', () => {
  it(`is never found at fault for certain, nor of an error, in ${TRACES} traces`, (t) => {
    t.diagnostic(provesSound({ traces: TRACES, noted: false }));
  });

  it(`that does what is allowed and noted is told of that alone, in ${TRACES} traces`, (t) => {
    t.diagnostic(provesSound({ traces: TRACES, noted: true }));
    assert.ok(NOTED.size > 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CapabilityReport, verdictOf } from './audit-report.ts';
import type { Capability } from './capability.ts';

function verdict(...observed: readonly (readonly [Capability, CapabilityReport['observed']])[]) {
  const capabilities = observed.map(([name, observed]) => {
    return { name, interface: 'JSONRPC', declared: undefined, observed, scenarios: [] };
  });
  return verdictOf({ ended: undefined, findings: [], capabilities });
}

describe('the verdict on an agent of which nothing is found', () => {
  it('is that it kept its word where it did some work', () => {
    assert.equal(verdict(['task', 'kept'], ['errors', 'kept']), 'kept');
  });

  it('is so where it answers with messages instead of tasks', () => {
    assert.equal(verdict(['task', 'untested'], ['outputModes', 'kept'], ['errors', 'kept']), 'kept');
  });

  it('is open where it did none, however well it answers all else', () => {
    assert.equal(verdict(['task', 'untested'], ['inputModes', 'untested'], ['errors', 'kept']), 'inconclusive');
  });

  it('rests on what was asked for, where that was no work', () => {
    assert.equal(verdict(['errors', 'kept'], ['versions', 'untested']), 'kept');
  });

  it('is open where nothing could be asked', () => {
    assert.equal(verdict(['task', 'untested']), 'inconclusive');
    assert.equal(verdict(), 'inconclusive');
  });
});

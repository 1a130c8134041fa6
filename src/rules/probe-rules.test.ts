import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { headerOfOtherDialect } from './extension/header-of-other-dialect.ts';
import { notEchoed } from './extension/not-echoed.ts';
import { diverges } from './interface/diverges.ts';
import type { ProbeRule } from './probe-rule.ts';
import { PROBE_RULES } from './probe-rules.ts';

function keepsHonest<Input>(rule: ProbeRule<Input>): void {
  it(`${rule.id} is raised by its pair, and not by the near miss`, () => {
    assert.notEqual(rule.check(rule.pair.raises), undefined);
    assert.equal(rule.check(rule.pair.nearMiss), undefined);
  });
}

describe('the rules that only probes can judge', () => {
  keepsHonest(notEchoed);
  keepsHonest(headerOfOtherDialect);
  keepsHonest(diverges);

  it('have each a claim to their severity: an error rests on a MUST', () => {
    for (const { id, severity, basis } of PROBE_RULES) {
      assert.ok(severity !== 'error' || basis.kind === 'must', id);
    }
  });
});

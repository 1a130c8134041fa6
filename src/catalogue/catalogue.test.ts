import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVERY_RULE, factsOfRule, familiesOf } from './catalogue.ts';

describe('the catalogue of every rule', () => {
  it('finds each rule by its id, of whatever family', () => {
    for (const rule of EVERY_RULE) assert.equal(factsOfRule(rule.id), rule);
    for (const id of ['card/schema', 'contract/no-common-interface', 'cancel/resurrected']) {
      assert.ok(factsOfRule(id), id);
    }
    assert.equal(factsOfRule('card/no-such-rule'), undefined);
  });

  it('holds each id and each title once', () => {
    for (const part of ['id', 'title'] as const) {
      assert.equal(new Set(EVERY_RULE.map((rule) => rule[part])).size, EVERY_RULE.length, part);
    }
  });

  it('begins with what is known before a task exists', () => {
    assert.deepEqual(familiesOf(EVERY_RULE).slice(0, 3), ['card', 'contract', 'stream']);
  });
});

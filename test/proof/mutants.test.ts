import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rule } from '../../src/lifecycle/rule.ts';
import { RULES } from '../../src/rules/catalogue.ts';
import { isCaughtByPair, mutantsOf } from './mutants.ts';

describe('the pair of traces of a rule', () => {
  for (const mutation of ['disabled', 'negated'] as const) {
    it(`shows each rule whose predicates are ${mutation}`, () => {
      const alive = RULES.filter((rule) => !isCaughtByPair(whollyWrong(rule, mutation)));
      assert.deepEqual(
        alive.map(({ id }) => id),
        [],
      );
    });
  }

  it('finds no fault with a rule that is right', () => {
    assert.deepEqual(
      RULES.filter(isCaughtByPair).map(({ id }) => id),
      [],
    );
  });
});

/** A rule with every clause wrong. */
function whollyWrong(rule: Rule, mutation: 'disabled' | 'negated'): Rule {
  const clauses = mutantsOf(rule, [mutation]).map((mutant, place) => mutant.rule.clauses[place]);
  return { ...rule, clauses: clauses.filter((part) => part !== undefined) };
}

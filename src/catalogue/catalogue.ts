import { CARD_RULES } from '../card/rules/index.ts';
import { CONTRACT_RULES } from '../contract/rules/index.ts';
import type { RuleFacts } from '../lifecycle/rule.ts';
import { RULES } from '../rules/catalogue.ts';
import { PROBE_RULES } from '../rules/probe-rules.ts';

/** What is known of every rule of the product, family by family: those of the card, of negotiation, of behaviour. */
export const EVERY_RULE: readonly RuleFacts[] = [...CARD_RULES, ...CONTRACT_RULES, ...RULES, ...PROBE_RULES].map(
  factsOf,
);

const BY_ID: ReadonlyMap<string, RuleFacts> = new Map(EVERY_RULE.map((rule) => [rule.id, rule]));

/** What is known of the rule of that id (`family/name`), whatever family it is of; `undefined` if there is none. */
export function factsOfRule(id: string): RuleFacts | undefined {
  return BY_ID.get(id);
}

/** The family of a rule. */
export function familyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/** The families of some rules, in their order. */
export function familiesOf(rules: readonly RuleFacts[]): readonly string[] {
  return [...new Set(rules.map(({ id }) => familyOf(id)))];
}

/** A rule without its code and what it is tried on. */
function factsOf(rule: RuleFacts): RuleFacts {
  const { id, title, claim, severity, basis, perDialect, perBinding, appliesTo, certainty, why, remedy } = rule;
  return {
    id,
    title,
    ...(claim === undefined ? {} : { claim }),
    severity,
    basis,
    ...(perDialect === undefined ? {} : { perDialect }),
    ...(perBinding === undefined ? {} : { perBinding }),
    ...(appliesTo === undefined ? {} : { appliesTo }),
    certainty,
    why,
    remedy,
  };
}

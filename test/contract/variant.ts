import { type AgentCard, readAgentCard } from '../../src/card/agent-card.ts';
import { checkCardNegotiable } from '../../src/contract/negotiate.ts';
import type { Negotiation } from '../../src/contract/negotiation.ts';
import type { Profile } from '../../src/contract/profile.ts';
import type { TaskClass } from '../../src/contract/task-class.ts';
import type { KnownOfCard } from '../../src/contract/terms/terms.ts';

type Decision = Negotiation['decision'];

/** One form of a card, and what is to be decided over it for each kind of task. */
export interface Variant<K extends string> {
  readonly what: string;
  readonly card: AgentCard;
  readonly known?: KnownOfCard;
  readonly verdicts: Readonly<Record<K, Decision>>;
}

/** Forms of one card, held against several kinds of task. */
export interface Family<K extends string> {
  readonly kinds: Readonly<Record<K, { readonly what: string; readonly task: Partial<TaskClass> }>>;
  readonly profile: Partial<Profile>;
  readonly variants: readonly Variant<K>[];
}

/** What is decided over a variant for a kind of task. */
export function decide<K extends string>(family: Family<K>, { card, known }: Variant<K>, kind: K): Negotiation {
  return checkCardNegotiable(card, family.profile, family.kinds[kind].task, undefined, known);
}

/** Decisions in the order of the kinds, as they are written down. */
export function verdicts<K extends string>(kinds: readonly K[], decisions: string): Readonly<Record<K, Decision>> {
  const all = decisions.split(' ') as Decision[];
  return Object.fromEntries(kinds.map((kind, index) => [kind, all[index]])) as Record<K, Decision>;
}

/** A card from its members. */
export function card(members: object): AgentCard {
  return readAgentCard(members) as AgentCard;
}

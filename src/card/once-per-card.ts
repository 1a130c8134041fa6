import type { AgentCard } from './agent-card.ts';

/** What follows from a card alone, found out once for each: a card never changes, and one card serves many tasks. */
export function oncePerCard<T>(find: (card: AgentCard) => T): (card: AgentCard) => T {
  const found = new WeakMap<AgentCard, { readonly value: T }>();
  return (card) => {
    const known = found.get(card) ?? { value: find(card) };
    found.set(card, known);
    return known.value;
  };
}

import { canonicalJson } from '../protocol/canonical-json.ts';
import type { AgentCard } from './agent-card.ts';

const contents = new WeakMap<AgentCard, string>();

/** What a card says, written so that two cards that say the same are the same text. Each card is written once. */
export function contentOf(card: AgentCard): string {
  const known = contents.get(card);
  if (known !== undefined) return known;
  const content = canonicalJson(card.raw);
  contents.set(card, content);
  return content;
}

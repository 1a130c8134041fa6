import { hash } from 'node:crypto';
import { canonicalJson } from '../protocol/canonical-json.ts';
import type { AgentCard } from './agent-card.ts';

const digests = new WeakMap<AgentCard, string>();

/** What tells a card from another: the same for two that say the same. It is found out once for each. */
export function contentDigestOf(card: AgentCard): string {
  const known = digests.get(card);
  if (known !== undefined) return known;
  const digest = hash('sha256', canonicalJson(card.raw));
  digests.set(card, digest);
  return digest;
}

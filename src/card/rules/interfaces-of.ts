import type { Dialect } from '../../protocol/operation.ts';
import { type AgentInterface, readOldInterfaces } from '../agent-card.ts';
import type { LintedCard } from '../lint/linted-card.ts';

/** An interface that a card names, and the layout that names it. */
export interface NamedInterface extends AgentInterface {
  readonly layout: Dialect;
}

/** Every interface of either layout; those of the older one that repeat one of the newer are left out. */
export function interfacesOf({ card, raw, layout, dialect }: LintedCard): readonly NamedInterface[] {
  const first = (card?.interfaces ?? []).map((one) => ({ ...one, layout: dialect }));
  if (!layout.new || layout.old === undefined) return first;
  const { old } = layout;
  const known = new Set(first.map(({ url, protocolBinding }) => `${protocolBinding} ${url}`));
  const others = readOldInterfaces(raw).filter(({ url, protocolBinding }) => !known.has(`${protocolBinding} ${url}`));
  return [...first, ...others.map((one) => ({ ...one, layout: old }))];
}

/** Those that lead anywhere: absolute URLs of HTTP, which all others aren't judged by. */
export function httpInterfacesOf(card: LintedCard): readonly NamedInterface[] {
  return interfacesOf(card).filter(({ url }) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
}

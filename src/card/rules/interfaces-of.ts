import type { Dialect } from '../../protocol/operation.ts';
import type { AgentInterface } from '../agent-card.ts';
import type { LintedCard } from '../lint/linted-card.ts';

/** An interface that a card names, and the layout that names it. */
export interface NamedInterface extends AgentInterface {
  readonly layout: Dialect;
}

/** Every interface of either layout, the newer one's first. */
export function interfacesOf({ card, layout, dialect }: LintedCard): readonly NamedInterface[] {
  return (card?.interfaces ?? []).map((one) => ({ ...one, layout: isListed(one) ? '1.0' : (layout.old ?? dialect) }));
}

/** Whether an interface is named by the layout of 1.0. */
export function isListed({ pointer }: AgentInterface): boolean {
  return pointer.startsWith('/supportedInterfaces');
}

/** Those that lead anywhere: absolute URLs of HTTP, which all others aren't judged by. */
export function httpInterfacesOf(card: LintedCard): readonly NamedInterface[] {
  return interfacesOf(card).filter(({ url }) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
}

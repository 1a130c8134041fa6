import { readFileSync } from 'node:fs';
import { type AgentCard, readAgentCard } from '../../src/card/agent-card.ts';
import type { CardFinding } from '../../src/card/finding.ts';
import { lintCard } from '../../src/card/lint/lint-card.ts';
import { checkCardNegotiable } from '../../src/contract/negotiate.ts';
import type { Negotiation } from '../../src/contract/negotiation.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { CLIENT, KINDS, type Kind } from './kinds-of-task.ts';

/** A card that somebody published: its shape and its fields are theirs, its names and texts are not. */
export interface PublicCard {
  readonly source: {
    readonly repository: string;
    readonly file: string;
    readonly at?: string;
    readonly commit: string;
  };
  readonly card: JsonObject;
  /** What is to be decided over it. */
  readonly verdicts: Readonly<Record<Kind, Negotiation['decision']>>;
}

/** All of them, in the order of the page about them. */
export const PUBLIC_CARDS: readonly PublicCard[] = JSON.parse(
  readFileSync(new URL('./public-cards.json', import.meta.url), 'utf8'),
);

/** The card as it is read; each of them names an interface. */
export function readPublic({ card }: PublicCard): AgentCard {
  return readAgentCard(card) as AgentCard;
}

/** What is wrong with the card itself. */
export function lintPublic({ card }: PublicCard): readonly CardFinding[] {
  return lintCard({ value: card }).filter(({ severity }) => severity !== 'note');
}

/** What is decided over it for a kind of task. */
export function decidePublic(one: PublicCard, kind: Kind): Negotiation {
  return checkCardNegotiable(readPublic(one), CLIENT, KINDS[kind]);
}

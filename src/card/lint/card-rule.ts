import type { Basis, Certainty, Claim, Severity } from '../../lifecycle/finding.ts';
import type { RuleFacts } from '../../lifecycle/rule.ts';
import type { Dialect } from '../../protocol/operation.ts';
import type { CardSource } from './card-source.ts';
import type { LintedCard } from './linted-card.ts';

/** One place where a card breaks a rule. */
export interface CardBreach {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly because: string;
  /** The layout it is judged by; that of the card unless given. */
  readonly dialect?: Dialect;
  /** `certain` unless given. */
  readonly certainty?: Certainty;
  /** Where this case weighs less than the rule, or rests on something else. */
  readonly severity?: Severity;
  readonly basis?: Basis;
  /** Where it shows another claim than the rule's to be false. */
  readonly claim?: Claim;
  /** Where in the text it is, if that isn't where its pointer leads. */
  readonly at?: { readonly line: number; readonly column: number };
}

/** A rule about cards: data, a pure check, and the two cards that keep it honest. */
export interface CardRule extends RuleFacts {
  /** `content`: the card has to be there. `serving`: it is about how it is come by, so that it may be absent. */
  readonly about: 'content' | 'serving';
  /** Finds every breach. Never throws, whatever the card is. */
  readonly check: (card: LintedCard) => Iterable<CardBreach>;
  readonly pair: { readonly raises: CardSource; readonly nearMiss: CardSource };
}

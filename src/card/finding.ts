import type { Basis, Certainty, Claim, Severity } from '../lifecycle/finding.ts';

/** Where in a card something is wrong. */
export interface CardPlace {
  /** RFC 6901: `''` is the card as a whole, as for what is wrong with how it is served. It may name a member that is missing. */
  readonly pointer: string;
  /** Both from 1, where the card's text is at hand: of the member, or of the nearest one around a missing one. */
  readonly line?: number;
  readonly column?: number;
}

/** A rule that a card broke, and what shows it. */
export interface CardFinding extends CardPlace {
  /** Stable, public: `card/name`. `findCardRule` has the title, what it costs and the remedy. */
  readonly rule: string;
  /** The rule's severity for this card's dialect and this case; of something suspected never more than a warning. */
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly basis: Basis;
  /** The claim that this shows to be false, or `undefined`. */
  readonly claim: Claim | undefined;
  /** One sentence: what is there, because of which the rule is broken. Names of the peer's are not yet escaped. */
  readonly because: string;
}

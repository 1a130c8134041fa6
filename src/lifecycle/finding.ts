import type { Observation } from '../protocol/observation.ts';

export type Severity = 'error' | 'warning' | 'note';

/**
 * `certain`: no agent that keeps the rule as stated could have produced this trace on an asynchronous network.
 * `suspected`: rests on a time bound, on timing across vantages, or on reads that may be stale.
 */
export type Certainty = 'certain' | 'suspected';

/** A capability that a card declares or denies, or that every agent with tasks has (D§5). It is what trust is kept of. */
export const CLAIMS = [
  'task',
  'stream.send',
  'stream.subscribe',
  'pushNotifications',
  'stateTransitionHistory',
  'extendedAgentCard',
  'inputModes',
  'outputModes',
  'securityRequirements',
  'cancel',
] as const;
export type Claim = (typeof CLAIMS)[number];

/** Where a rule has its authority from. */
export type Basis =
  /** A MUST of the dialect's text. */
  | { readonly kind: 'must'; readonly clause: string; readonly revision: string }
  /** Ours, or an invariant of a source document. */
  | { readonly kind: 'policy'; readonly says: string }
  /** The text is open; this is the reading taken. */
  | { readonly kind: 'gap'; readonly clause: string; readonly reading: string };

/** A rule that was broken, and what shows it. */
export interface Finding {
  /** Stable, public: `family/name`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly basis: Basis;
  /** The claim that this shows to be false, or `undefined`. */
  readonly claim: Claim | undefined;
  readonly taskId: string | undefined;
  /** One sentence: what was seen, because of which the rule is broken. Names of the peer's are not yet escaped. */
  readonly because: string;
  /** The observation at which it was found. */
  readonly seen: Observation;
}

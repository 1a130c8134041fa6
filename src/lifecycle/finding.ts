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

/** Where a rule has its authority from. It limits how severe the rule may be (D§6). */
export type Basis =
  /** A MUST of the dialect's text. */
  | { readonly kind: 'must'; readonly clause: string; readonly revision: string; readonly says: string }
  /** Ours: resting on `ground`, and on the clause that comes nearest, if there is one. */
  | {
      readonly kind: 'policy';
      readonly ground: Ground;
      readonly says: string;
      readonly clause?: string;
      readonly revision?: string;
    }
  /** The text is open or silent; this is the reading taken. */
  | { readonly kind: 'gap'; readonly reading: string; readonly clause?: string; readonly revision?: string };

/**
 * What a policy rests on. `contradiction`: the peer contradicts itself. `invariant`: one of the source documents.
 * `text`: the dialect's own text, short of a MUST. `topic`: one of its topic pages. `ours`: nothing but us.
 */
export type Ground = 'contradiction' | 'invariant' | 'text' | 'topic' | 'ours';

/** A rule that was broken, and what shows it. */
export interface Finding {
  /** Stable, public: `family/name`. */
  readonly rule: string;
  /** The rule's severity for this dialect, binding and case; of something suspected never more than a warning. */
  readonly severity: Severity;
  readonly certainty: Certainty;
  /** What it would weigh if it were certain, where that is more. */
  readonly ifCertain?: Severity;
  readonly basis: Basis;
  /** Suspected, and yet shown by two vantages: a read beside a stream. It demotes like what is certain. */
  readonly confirmed?: true;
  /** The claim that this shows to be false, or `undefined`. */
  readonly claim: Claim | undefined;
  readonly taskId: string | undefined;
  /** One sentence: what was seen, because of which the rule is broken. Names of the peer's are not yet escaped. */
  readonly because: string;
  /** The observation at which it was found. */
  readonly seen: Observation;
  /** What was seen of the task before it, the newest of it, where somebody kept that. */
  readonly evidence?: readonly Observation[];
}

/** The gravest first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

const WEIGHT: Readonly<Record<Severity, number>> = { note: 0, warning: 1, error: 2 };

/** How strong a finding is: what is certain before what is suspected, and then what weighs more. */
export function strengthOf(certainty: Certainty, severity: Severity): number {
  return (certainty === 'certain' ? 3 : 0) + WEIGHT[severity];
}

/** The lesser of two severities. */
export function lesser(a: Severity, b: Severity): Severity {
  return WEIGHT[a] < WEIGHT[b] ? a : b;
}

import type { Observation, ObservationKind, ObservationOf } from '../protocol/observation.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { Basis, Certainty, Claim, Severity } from './finding.ts';
import type { Claims } from './peer-facts.ts';
import type { Situation } from './situation.ts';

/** What a rule is told about itself: stable id, weight, authority, and prose for the two who have to act on it. */
export interface RuleFacts {
  /** Stable and public: `family/name`. */
  readonly id: string;
  readonly title: string;
  /** The claim that a finding demotes. `stream`: that of the operation which opened the stream. */
  readonly claim?: Claim | 'stream';
  readonly severity: Severity;
  readonly basis: Basis;
  /** Where a dialect's text weighs it differently. */
  readonly perDialect?: { readonly [dialect in Dialect]?: { readonly severity?: Severity; readonly basis?: Basis } };
  /** Where it weighs less on a binding. */
  readonly perBinding?: { readonly [binding in Binding]?: Severity };
  readonly appliesTo?: {
    readonly dialects?: readonly Dialect[];
    readonly bindings?: readonly Binding[];
    readonly exceptFor?: readonly { readonly dialect: Dialect; readonly bindings: readonly Binding[] }[];
  };
  /** What can be shown: `either` depends on the trace. */
  readonly certainty: Certainty | 'either';
  /** What it costs the caller. */
  readonly why: string;
  /** What the vendor has to change. */
  readonly remedy: string;
}

/** A case of a rule that is told at a lower severity, for a reason of its own. */
export interface LesserCase {
  readonly severity: Severity;
  readonly basis?: Basis;
}

/** A small predicate over one kind of observation: how surely the rule is broken, or `undefined` if it isn't. */
export interface Clause<K extends ObservationKind> {
  readonly on: K;
  readonly breaks: (seen: ObservationOf<K>, at: Situation) => Certainty | undefined;
  /** One sentence saying because of what; only asked for when it broke. */
  readonly because: (seen: ObservationOf<K>, at: Situation) => string;
  /** Bits of `FACT` without which it can't break, so that it isn't tried in vain. */
  readonly needs: number;
  /** What it suspects was seen from two vantages, so that it demotes all the same. */
  readonly confirmed?: true;
  readonly lesser?: LesserCase;
}

/** What may be said of a clause: what it needs, and that it weighs less than its rule. */
export interface ClauseOptions extends Partial<LesserCase> {
  readonly needs?: number;
  readonly confirmed?: true;
}

/** A clause of any kind. */
export type AnyClause = { [K in ObservationKind]: Clause<K> }[ObservationKind];

/** A rule: data, one clause for each kind of observation that can break it, and the two traces that keep it honest. */
export interface Rule extends RuleFacts {
  readonly clauses: readonly AnyClause[];
  readonly pair: RulePair;
  /** Whether it judges what was seen under another identity than the task's own, which other rules never see. */
  readonly acrossIdentities?: true;
  /** Whether it judges what is delivered to web-hooks, which other rules never see: a delivery is only a hint to read. */
  readonly deliveries?: true;
}

/** Judges are often wrong themselves: each rule ships with a trace that must raise it and a near miss that must not. */
export interface RulePair {
  readonly raises: Trace;
  readonly nearMiss: Trace;
}

/** A recorded or written-down course of one task: who the peer claims to be, and what was seen of it in order. */
export interface Trace {
  readonly claims: Claims;
  readonly observations: readonly Observation[];
}

/** Gives a rule its clauses; exists so that each clause is checked against its own kind of observation. */
export function clause<K extends ObservationKind>(
  on: K,
  breaks: Clause<K>['breaks'],
  because: Clause<K>['because'],
  { needs = 0, severity, basis, confirmed }: ClauseOptions = {},
): AnyClause {
  const lesser = severity && { lesser: { severity, ...(basis && { basis }) } };
  return { on, breaks, because, needs, ...(confirmed && { confirmed }), ...lesser } as AnyClause;
}

/** One clause for each of several kinds of observation. */
export function clauses<K extends ObservationKind>(
  kinds: readonly K[],
  breaks: (seen: ObservationOf<K>, at: Situation) => Certainty | undefined,
  because: (seen: ObservationOf<K>, at: Situation) => string,
  options?: ClauseOptions,
): readonly AnyClause[] {
  return kinds.map((kind) => clause(kind, breaks as Clause<K>['breaks'], because as Clause<K>['because'], options));
}

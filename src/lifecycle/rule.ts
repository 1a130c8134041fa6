import type { Observation, ObservationKind, ObservationOf } from '../protocol/observation.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import type { Basis, Certainty, Claim, Severity } from './finding.ts';
import type { FingerprintKey } from './fingerprint.ts';
import type { MonitorLimits } from './limits.ts';
import type { Claims } from './peer-facts.ts';
import type { ArtifactRecord, StreamRecord, TaskRecord } from './record.ts';

/** What a rule is told about itself: stable id, weight, authority, and prose for the two who have to act on it. */
export interface RuleFacts {
  /** Stable and public: `family/name`. */
  readonly id: string;
  readonly title: string;
  /** The claim that a finding demotes. */
  readonly claim?: Claim;
  readonly severity: Severity;
  readonly basis: Basis;
  /** Where a dialect's text weighs it differently. */
  readonly perDialect?: { readonly [dialect in Dialect]?: { readonly severity?: Severity; readonly basis?: Basis } };
  readonly appliesTo?: { readonly dialects?: readonly Dialect[]; readonly bindings?: readonly Binding[] };
  /** What can be shown: `either` depends on the trace. */
  readonly certainty: Certainty | 'either';
  /** What it costs the caller. */
  readonly why: string;
  /** What the vendor has to change. */
  readonly remedy: string;
}

/** The situation in which an observation is judged: everything as it was *before* the observation. */
export interface Situation {
  readonly task: TaskRecord;
  /** The stream that the observation came by, if it came by one. */
  readonly stream: StreamRecord | undefined;
  /** What a snapshot that is being judged holds. */
  readonly content: ArtifactRecord | undefined;
  /** How an answer that tells a state stands to what is known already. */
  readonly order: ReadOrder;
  readonly limits: MonitorLimits;
  readonly key: FingerprintKey;
}

/**
 * `newer`: nothing known contradicts it. `concurrent`: older than something known, yet asked before that was received,
 * so both may be right. `stale`: older than something received before it was asked.
 */
export type ReadOrder = 'newer' | 'concurrent' | 'stale';

/** A small predicate over one kind of observation: how surely the rule is broken, or `undefined` if it isn't. */
export interface Clause<K extends ObservationKind> {
  readonly on: K;
  readonly breaks: (seen: ObservationOf<K>, at: Situation) => Certainty | undefined;
  /** One sentence saying because of what; only asked for when it broke. */
  readonly because: (seen: ObservationOf<K>, at: Situation) => string;
}

/** A clause of any kind. */
export type AnyClause = { [K in ObservationKind]: Clause<K> }[ObservationKind];

/** A rule: data, one clause for each kind of observation that can break it, and the two traces that keep it honest. */
export interface Rule extends RuleFacts {
  readonly clauses: readonly AnyClause[];
  readonly pair: RulePair;
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

/** A clause with the weight that its rule has for one dialect and binding. */
export interface CompiledClause<K extends ObservationKind> extends Clause<K> {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly basis: Basis;
}

/** The clauses to try for each kind of observation. */
export type RuleTable = { readonly [K in ObservationKind]: readonly CompiledClause<never>[] };

/** Gives a rule its clauses; exists so that each clause is checked against its own kind of observation. */
export function clause<K extends ObservationKind>(
  on: K,
  breaks: Clause<K>['breaks'],
  because: Clause<K>['because'],
): AnyClause {
  return { on, breaks, because } as AnyClause;
}

const KINDS: readonly ObservationKind[] = [
  'asked',
  'task',
  'status',
  'artifact',
  'message',
  'error',
  'failure',
  'open',
  'close',
  'silence',
  'defect',
  'list',
  'config',
  'card',
];

/** Picks and arranges the rules for one dialect and binding, so that the monitor tries none in vain. */
export function compileRules(rules: readonly Rule[], dialect: Dialect, binding: Binding): RuleTable {
  const table = Object.fromEntries(KINDS.map((kind) => [kind, [] as CompiledClause<never>[]])) as Record<
    ObservationKind,
    CompiledClause<never>[]
  >;
  for (const rule of rules) {
    const { dialects, bindings } = rule.appliesTo ?? {};
    if (dialects !== undefined && !dialects.includes(dialect)) continue;
    if (bindings !== undefined && !bindings.includes(binding)) continue;
    const own = rule.perDialect?.[dialect];
    const severity = own?.severity ?? rule.severity;
    const basis = own?.basis ?? rule.basis;
    for (const part of rule.clauses)
      table[part.on].push({ ...part, rule, severity, basis } as unknown as CompiledClause<never>);
  }
  return table;
}

import type { ObservationKind } from '../protocol/observation.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import { type Basis, lesser, type Severity } from './finding.ts';
import type { Clause, Rule } from './rule.ts';

/** A clause with the weight that its rule has for one dialect and binding. */
export interface CompiledClause<K extends ObservationKind> extends Clause<K> {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly basis: Basis;
}

/** The clauses to try for each kind of observation. */
export type RuleTable = { readonly [K in ObservationKind]: readonly CompiledClause<never>[] };

/** Every kind of observation. */
export const OBSERVATION_KINDS: readonly ObservationKind[] = [
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

/** Whether a rule judges peers of this dialect and binding. */
export function applies(rule: Rule, dialect: Dialect, binding: Binding): boolean {
  const { dialects, bindings, exceptFor } = rule.appliesTo ?? {};
  if (dialects !== undefined && !dialects.includes(dialect)) return false;
  if (bindings !== undefined && !bindings.includes(binding)) return false;
  return !exceptFor?.some((entry) => entry.dialect === dialect && entry.bindings.includes(binding));
}

/** Picks and arranges the rules for one dialect and binding, so that the monitor tries none in vain. */
export function compileRules(rules: readonly Rule[], dialect: Dialect, binding: Binding): RuleTable {
  const table = Object.fromEntries(
    OBSERVATION_KINDS.map((kind) => [kind, [] as CompiledClause<ObservationKind>[]]),
  ) as unknown as Record<ObservationKind, CompiledClause<ObservationKind>[]>;
  for (const rule of rules) {
    if (!applies(rule, dialect, binding)) continue;
    const own = rule.perDialect?.[dialect];
    const severity = lesser(own?.severity ?? rule.severity, rule.perBinding?.[binding] ?? 'error');
    const basis = own?.basis ?? rule.basis;
    for (const part of rule.clauses) {
      table[part.on].push({
        ...(part as Clause<ObservationKind>),
        rule,
        severity: lesser(severity, part.lesser?.severity ?? 'error'),
        basis: part.lesser?.basis ?? basis,
      });
    }
  }
  return table as unknown as RuleTable;
}

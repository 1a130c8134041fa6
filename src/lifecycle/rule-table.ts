import type { ObservationKind } from '../protocol/observation.ts';
import type { Binding, Dialect } from '../protocol/operation.ts';
import { FACT } from './fact.ts';
import { type Basis, lesser, type Severity } from './finding.ts';
import type { AnyClause, Clause, Rule } from './rule.ts';

/** A clause with the weight that its rule has for one dialect and binding. */
export interface CompiledClause<K extends ObservationKind> extends Clause<K> {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly basis: Basis;
}

/** The clauses for each kind of observation. */
export type RuleTable = { readonly [K in ObservationKind]: KindTable };

/** The clauses for one kind of observation. */
export interface KindTable {
  readonly all: readonly CompiledClause<never>[];
  /** Those that can break where these bits of `FACT` are given. */
  for(facts: number): readonly CompiledClause<never>[];
}

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
export function applies(rule: Pick<Rule, 'appliesTo'>, dialect: Dialect, binding: Binding): boolean {
  const { dialects, bindings, exceptFor } = rule.appliesTo ?? {};
  if (dialects !== undefined && !dialects.includes(dialect)) return false;
  if (bindings !== undefined && !bindings.includes(binding)) return false;
  return !exceptFor?.some((entry) => entry.dialect === dialect && entry.bindings.includes(binding));
}

const compiled = new WeakMap<readonly Rule[], Map<string, RuleTable>>();

/**
 * Picks and arranges the rules for one dialect and binding, so that the monitor tries none in vain. The same rules are
 * arranged once: whoever judges many peers shares the table, and what it has found out about combinations of facts.
 */
export function compileRules(rules: readonly Rule[], dialect: Dialect, binding: Binding): RuleTable {
  const tables = compiled.get(rules) ?? new Map<string, RuleTable>();
  compiled.set(rules, tables);
  const key = `${dialect} ${binding}`;
  const table = tables.get(key) ?? arrange(rules, dialect, binding);
  tables.set(key, table);
  return table;
}

function arrange(rules: readonly Rule[], dialect: Dialect, binding: Binding): RuleTable {
  const clauses = rules
    .filter((rule) => applies(rule, dialect, binding))
    .flatMap((rule) => rule.clauses.map((part) => compile(rule, part, dialect, binding)));
  const tables = OBSERVATION_KINDS.map((kind) => [kind, kindTable(clauses.filter(({ on }) => on === kind))] as const);
  return Object.fromEntries(tables) as unknown as RuleTable;
}

function compile(rule: Rule, part: AnyClause, dialect: Dialect, binding: Binding): CompiledClause<ObservationKind> {
  const own = rule.perDialect?.[dialect];
  const severity = lesser(own?.severity ?? rule.severity, rule.perBinding?.[binding] ?? 'error');
  return {
    ...(part as Clause<ObservationKind>),
    rule,
    severity: lesser(severity, part.lesser?.severity ?? 'error'),
    basis: part.lesser?.basis ?? own?.basis ?? rule.basis,
  };
}

/** More combinations of facts than these aren't kept: a peer may try to produce many. */
const MOST_KEPT = 4_096;

function kindTable(all: readonly CompiledClause<ObservationKind>[]): KindTable {
  const kept = new Map<number, readonly CompiledClause<never>[]>();
  return {
    all: all as unknown as readonly CompiledClause<never>[],
    for(facts) {
      const known = kept.get(facts);
      if (known !== undefined) return known;
      const found = all.filter((clause) => canBreak(clause, facts)) as unknown as readonly CompiledClause<never>[];
      if (kept.size < MOST_KEPT) kept.set(facts, found);
      return found;
    },
  };
}

/** Rules see neither deliveries nor what another identity saw, but for the few that are about these. */
function canBreak({ needs, rule }: CompiledClause<ObservationKind>, facts: number): boolean {
  if ((facts & needs) !== needs) return false;
  if ((facts & FACT.otherIdentity) !== 0 && rule.acrossIdentities !== true) return false;
  return ((facts & FACT.delivered) !== 0) === (rule.deliveries === true);
}

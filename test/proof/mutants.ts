import type { Certainty } from '../../src/lifecycle/finding.ts';
import type { AnyClause, Rule, Trace } from '../../src/lifecycle/rule.ts';
import { applies } from '../../src/lifecycle/rule-table.ts';
import { BINDINGS, DIALECTS } from '../../src/protocol/operation.ts';
import { MonitorJudge } from './told-by-monitor.ts';

/** What may be wrong with the predicate of a clause: it never holds, holds where it shouldn't, or is too sure or unsure. */
export const MUTATIONS = ['disabled', 'negated', 'too sure', 'too unsure'] as const;
export type Mutation = (typeof MUTATIONS)[number];

/** A rule with one clause that is wrong. */
export interface Mutant {
  readonly rule: Rule;
  /** The place of the clause among those of the rule, and what it listens to. */
  readonly clause: string;
  readonly mutation: Mutation;
  /** Whether it has ever answered otherwise than the clause that it stands for. */
  readonly deviates: () => boolean;
}

/** A rule with each of its clauses wrong in each way. */
export function mutantsOf(rule: Rule, mutations: readonly Mutation[] = MUTATIONS): readonly Mutant[] {
  return rule.clauses.flatMap((part, place) => mutations.map((mutation) => mutantOf(rule, part, place, mutation)));
}

function mutantOf(rule: Rule, part: AnyClause, place: number, mutation: Mutation): Mutant {
  let deviated = false;
  const breaks = (seen: never, at: never): Certainty | undefined => {
    const right = part.breaks(seen, at);
    const wrong = WRONG[mutation](right);
    deviated ||= wrong !== right;
    return wrong;
  };
  // A sentence is only made for what is right.
  const wrongPart = { ...part, breaks, because: () => mutation } as unknown as AnyClause;
  return {
    rule: { ...rule, clauses: rule.clauses.with(place, wrongPart) },
    clause: `${place + 1} (${part.on})`,
    mutation,
    deviates: () => deviated,
  };
}

const WRONG: Readonly<Record<Mutation, (right: Certainty | undefined) => Certainty | undefined>> = {
  disabled: () => undefined,
  negated: (right) => (right === undefined ? 'certain' : undefined),
  'too sure': (right) => right && 'certain',
  'too unsure': (right) => right && 'suspected',
};

/** Whether the two traces that a rule ships with show that it is wrong. */
export function isCaughtByPair(rule: Rule): boolean {
  const judge = new MonitorJudge([rule]);
  return DIALECTS.some((dialect) =>
    BINDINGS.some((binding) => {
      if (!applies(rule, dialect, binding)) return false;
      const tell = ({ claims, observations }: Trace): readonly Certainty[] => {
        const trace = { claims: { ...claims, dialect, binding }, observations, taskOf: new Map<number, number>() };
        return judge.findings(trace).map(({ finding }) => finding.certainty);
      };
      const raised = tell(rule.pair.raises);
      const isUnlike = rule.certainty !== 'either' && raised.some((certainty) => certainty !== rule.certainty);
      return raised.length === 0 || isUnlike || tell(rule.pair.nearMiss).length > 0;
    }),
  );
}

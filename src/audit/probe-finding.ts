import { type Finding, lesser, type Severity } from '../lifecycle/finding.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import { applies } from '../lifecycle/rule-table.ts';
import type { ProbeRule } from '../rules/probe-rule.ts';

/** What a probe found that no monitor could see: in headers, in a card, or by comparing two interfaces. */
export type ProbeFinding = Omit<Finding, 'seen' | 'evidence'>;

/** Judges what a probe brought by a rule, for the dialect and binding of an interface. */
export function judgeProbe<Input>(
  rule: ProbeRule<Input>,
  input: Input,
  { dialect, binding }: Pick<Claims, 'dialect' | 'binding'>,
  taskId?: string,
): ProbeFinding | undefined {
  if (!applies(rule, dialect, binding)) return undefined;
  const breach = rule.check(input);
  if (breach === undefined) return undefined;
  const own = rule.perDialect?.[dialect];
  const severity: Severity = lesser(own?.severity ?? rule.severity, rule.perBinding?.[binding] ?? 'error');
  const sure = breach.certainty === 'certain';
  return {
    rule: rule.id,
    severity: sure ? severity : lesser(severity, 'warning'),
    certainty: breach.certainty,
    ...(sure ? {} : { ifCertain: severity }),
    basis: own?.basis ?? rule.basis,
    claim: rule.claim === 'stream' ? undefined : rule.claim,
    taskId,
    because: breach.because,
  };
}

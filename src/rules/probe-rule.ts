import type { Certainty } from '../lifecycle/finding.ts';
import type { RuleFacts } from '../lifecycle/rule.ts';

/** What a probe rule found. */
export interface ProbeBreach {
  readonly certainty: Certainty;
  /** One sentence: what was seen, because of which the rule is broken. Names of the peer's are not yet escaped. */
  readonly because: string;
}

/**
 * A rule about what no monitor sees, since it takes headers or two interfaces: data, a pure check of what a probe
 * brought, and the two inputs that keep it honest.
 */
export interface ProbeRule<Input> extends RuleFacts {
  readonly check: (input: Input) => ProbeBreach | undefined;
  readonly pair: { readonly raises: Input; readonly nearMiss: Input };
}

import type { Claim, Finding } from '../lifecycle/finding.ts';
import { GuardError } from './guard-error.ts';
import type { Outcome } from './outcome.ts';

interface ViolationFacts extends ErrorOptions {
  readonly findings: readonly Finding[];
  /** What became of the task, verified; `undefined` where there is none. */
  readonly outcome?: Outcome | undefined;
}

/**
 * The agent's runtime showed something that a claim of its card can't explain, and the plan had rested on that claim. The
 * task was cancelled and watched (`outcome`), and this work is not sent to that agent again (source document 002).
 */
export class AgentCardLifecycleViolation extends GuardError {
  override readonly name = 'AgentCardLifecycleViolation';
  readonly outcome: Outcome | undefined;

  constructor(message: string, { outcome, ...facts }: ViolationFacts) {
    super(message, { code: 'lifecycle-violation', ...facts });
    this.outcome = outcome;
  }
}

/**
 * The agent's runtime diverges from its card where the caller can decide: a follow-up of a type that it doesn't take, or
 * an end that can't be verified (source document 000).
 */
export class AgentCardContractViolation extends GuardError {
  override readonly name = 'AgentCardContractViolation';
  readonly outcome: Outcome | undefined;

  constructor(
    message: string,
    {
      outcome,
      code,
      ...facts
    }: ViolationFacts & { readonly code: 'mode-rejected' | 'mode-unknown' | 'unverified-end' | 'no-stream' },
  ) {
    super(message, { code, ...facts });
    this.outcome = outcome;
  }
}

/** What an agent broke of all that a plan rests on, in words. */
export function brokenIn(findings: readonly Finding[], reliesOn: readonly Claim[]): string {
  const broken =
    findings.find(({ claim }) => claim !== undefined && reliesOn.includes(claim)) ??
    // Every plan rests on what every agent has, though it doesn't say so.
    findings.find(({ rule }) => rule === 'error/core-operation-missing');
  return broken === undefined ? 'the plan rests on a claim that it broke' : `${broken.because} (${broken.rule})`;
}

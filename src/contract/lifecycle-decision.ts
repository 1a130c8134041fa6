import type { Claim, Finding } from '../lifecycle/finding.ts';
import type { Plan } from './plan.ts';

/** What a finding means for a task that is under way. */
export type LifecycleDecision =
  | { readonly kind: 'go-on' }
  /** Mark the claim suspect, cancel the task, and never send this work to this agent again. */
  | { readonly kind: 'refuse'; readonly claim: Claim; readonly why: string };

/**
 * Whether a task can go on after a finding (D§8, source document 002): it is refused if the plan rests on the claim that
 * the finding shows to be false, and shows it for certain. What the plan can do without is only remembered.
 */
export function negotiateTaskLifecycle(plan: Pick<Plan, 'reliesOn'>, finding: Finding): LifecycleDecision {
  const { claim, certainty, confirmed, severity, because, rule } = finding;
  const shown = certainty === 'certain' || confirmed === true;
  if (claim === undefined || !shown || severity === 'note' || !plan.reliesOn.includes(claim)) {
    return { kind: 'go-on' };
  }
  return { kind: 'refuse', claim, why: `the plan rests on ${claim}, and ${because} (${rule})` };
}

import { factsOfRule } from '../catalogue/catalogue.ts';
import type { Finding } from '../lifecycle/finding.ts';
import type { AuditFinding } from './audit-report.ts';
import { capabilityOf } from './capability.ts';
import type { ProbeFinding } from './probe-finding.ts';

/** A finding as reports tell it: with what is known of its rule, and where and by what it was found. */
export function auditFinding(
  { rule, certainty, basis, claim, taskId, because }: Finding | ProbeFinding,
  found: Pick<AuditFinding, 'severity' | 'confirmed' | 'scenario' | 'interface' | 'evidence'>,
): AuditFinding {
  const facts = factsOfRule(rule);
  return {
    rule,
    title: facts?.title ?? rule,
    severity: found.severity,
    certainty,
    confirmed: found.confirmed,
    basis,
    claim,
    capability: capabilityOf(rule, claim),
    interface: found.interface,
    scenario: found.scenario,
    alsoIn: [],
    taskId,
    message: because,
    why: facts?.why ?? '',
    remedy: facts?.remedy ?? '',
    evidence: found.evidence,
  };
}

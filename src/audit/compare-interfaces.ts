import { diverges } from '../rules/interface/diverges.ts';
import { auditFinding } from './audit-finding.ts';
import type { PlayedInterface } from './audit-interfaces.ts';
import type { AuditFinding } from './audit-report.ts';
import { judgeProbe } from './probe-finding.ts';

/** Errors that every binding can tell apart; others are written in each in its own way. */
const COMPARABLE: ReadonlySet<string> = new Set([
  'served',
  'TaskNotFound',
  'TaskNotCancelable',
  'PushNotificationNotSupported',
  'UnsupportedOperation',
  'ContentTypeNotSupported',
  'ExtendedAgentCardNotConfigured',
  'VersionNotSupported',
]);

/** Compares how the interfaces of one agent behave that speak one version: each with the first of its version. */
export function compareInterfaces(played: readonly PlayedInterface[]): readonly PlayedInterface[] {
  return played.map((one, index) => {
    const { dialect } = one.counterpart.claims;
    const first = played.slice(0, index).find(({ counterpart }) => counterpart.claims.dialect === dialect);
    if (first === undefined) return one;
    return { ...one, outcomes: one.outcomes.map((outcome) => compared(outcome, one, first)) };
  });
}

function compared(outcome: PlayedInterface['outcomes'][number], one: PlayedInterface, first: PlayedInterface) {
  const before = first.outcomes.find(({ report }) => report.id === outcome.report.id);
  if (before === undefined) return outcome;
  const found: AuditFinding[] = [];
  for (const [asked, answer] of outcome.manners) {
    const other = before.manners.get(asked);
    if (other === undefined || !COMPARABLE.has(answer) || !COMPARABLE.has(other)) continue;
    const finding = judgeProbe(
      diverges,
      {
        asked,
        one: { interface: first.counterpart.name, answer: other },
        other: { interface: one.counterpart.name, answer },
      },
      one.counterpart.claims,
    );
    if (finding === undefined) continue;
    // Each of the two shows its own exchange in its own scenario; what both say is in the words of the finding.
    found.push(
      auditFinding(finding, {
        severity: finding.severity,
        confirmed: false,
        scenario: outcome.report.id,
        interface: one.counterpart.name,
        evidence: { steps: [], exchanges: [], contradiction: undefined },
      }),
    );
  }
  const both = outcome.manners.size > 0 && before.manners.size > 0;
  return {
    ...outcome,
    exercised: both ? [...outcome.exercised, 'interfaces' as const] : outcome.exercised,
    findings: [...outcome.findings, ...found],
  };
}

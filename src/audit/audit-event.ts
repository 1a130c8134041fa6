import type { AuditedPeer, AuditFinding, AuditReport, LeftTask, ScenarioReport } from './audit-report.ts';

/** What happens during an audit. Formats are made of these, and of the report that comes last. */
export type AuditEvent =
  | { readonly kind: 'card'; readonly peer: AuditedPeer }
  | { readonly kind: 'planned'; readonly scenarios: number }
  | { readonly kind: 'started'; readonly scenario: string; readonly interface: string }
  | {
      readonly kind: 'confirming';
      readonly scenario: string;
      readonly interface: string;
      readonly rules: readonly string[];
    }
  | { readonly kind: 'played'; readonly scenario: ScenarioReport; readonly findings: readonly AuditFinding[] }
  /** The agent has answered nothing for some seconds, not even the question whether it is there. */
  | { readonly kind: 'silent'; readonly interface: string }
  | { readonly kind: 'left'; readonly task: LeftTask }
  | { readonly kind: 'done'; readonly report: AuditReport };

import type { Basis, Certainty, Claim, Severity } from '../lifecycle/finding.ts';
import type { Capability } from './capability.ts';
import type { LoggedExchange } from './exchange-log.ts';

/** The shape of the report as JSON. It grows without a new number; it changes only with one. */
export const SCHEMA_VERSION = 1;

/** `kept`: nothing of what was exercised is broken. `inconclusive`: no work was done, or it was cut short. */
export type AuditVerdict = 'kept' | 'broken' | 'inconclusive';

/** What became of one claim on one interface. */
export interface CapabilityReport {
  readonly name: Capability;
  readonly interface: string;
  /** `true`, `false`: the card says so. `undefined`: no card says; every agent owes it. */
  readonly declared: boolean | undefined;
  readonly observed: 'kept' | 'broken' | 'under-declared' | 'untested';
  /** The scenarios that exercised it; for what is broken, those that show it. */
  readonly scenarios: readonly string[];
}

/** One thing that was seen, in words, and by which exchange. */
export interface SeenStep {
  /** In ms since the audit began. */
  readonly atMs: number;
  readonly askedMs: number;
  readonly operation: string;
  readonly channel: 'answer' | 'stream' | 'push';
  readonly says: string;
  /** Its place among the exchanges; `undefined` for what came by none of ours, such as a web-hook. */
  readonly exchange: number | undefined;
}

/** The least that shows a finding. */
export interface AuditEvidence {
  readonly steps: readonly SeenStep[];
  /** Credentials are masked; times are in ms since the audit began. */
  readonly exchanges: readonly LoggedExchange[];
  /** The places of two steps that contradict each other, where the finding is such a contradiction. */
  readonly contradiction: readonly [number, number] | undefined;
}

export interface AuditFinding {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly certainty: Certainty;
  /** A second run has shown it again. */
  readonly confirmed: boolean;
  readonly basis: Basis;
  readonly claim: Claim | undefined;
  readonly capability: Capability;
  /** Empty where it is about a card of which no interface could be spoken to. */
  readonly interface: string;
  readonly scenario: string;
  /** Other scenarios of the same interface that show the same. */
  readonly alsoIn: readonly string[];
  readonly taskId: string | undefined;
  /** What was seen, because of which the rule is broken. It may quote the agent: escape it where it is shown. */
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly evidence: AuditEvidence;
}

export interface ScenarioReport {
  readonly id: string;
  readonly interface: string;
  readonly status: 'kept' | 'broken' | 'untested';
  readonly durationMs: number;
  /** How often it was played: twice where a suspicion was to be confirmed. */
  readonly runs: number;
}

export interface UntestedReport {
  readonly claim: Capability;
  readonly interface: string;
  readonly scenario: string;
  readonly reason: string;
}

/** A task that the audit left behind, since the agent would not cancel it; or a message that may have begun one. */
export interface LeftTask {
  /** Empty where only the message is known. */
  readonly taskId: string;
  /** Of the message that nothing answered, where no task of it is known. */
  readonly messageId?: string;
  readonly interface: string;
  readonly scenario: string;
  readonly state: string;
  readonly why: string;
}

/** Why an audit ended before it was through. */
export interface AuditEnd {
  readonly code: 'interrupted' | 'agent-lost' | 'no-card' | 'no-interface' | 'turned-away' | 'budget';
  readonly message: string;
}

export interface AuditedPeer {
  readonly name: string;
  readonly version: string | undefined;
  readonly cardUrl: string;
  readonly interfaces: readonly { readonly name: string; readonly url: string; readonly audited: boolean }[];
}

/** What an audit came to. */
export interface AuditReport {
  readonly verdict: AuditVerdict;
  readonly ended: AuditEnd | undefined;
  readonly peer: AuditedPeer | undefined;
  readonly watchedMs: number;
  readonly durationMs: number;
  /** The slowest of the round trips (99th percentile), and the bound that followed from it. */
  readonly pace: { readonly slowestMs: number; readonly boundMs: number };
  readonly capabilities: readonly CapabilityReport[];
  readonly findings: readonly AuditFinding[];
  readonly untested: readonly UntestedReport[];
  readonly scenarios: readonly ScenarioReport[];
  readonly left: readonly LeftTask[];
}

const WEIGHT: Readonly<Record<Severity, number>> = { note: 0, warning: 1, error: 2 };

/** Whether a severity is at or above another one. */
function isAtLeast(severity: Severity, least: Severity): boolean {
  return WEIGHT[severity] >= WEIGHT[least];
}

/** 0: kept its word. 1: findings at or above `failOn`. 3: inconclusive. */
export function exitCodeOf(report: Pick<AuditReport, 'verdict' | 'findings'>, failOn: Severity): 0 | 1 | 3 {
  if (report.verdict === 'inconclusive') return 3;
  return report.findings.some(({ severity }) => isAtLeast(severity, failOn)) ? 1 : 0;
}

/** Ends that leave what was found as it is. */
const LEAVES_FINDINGS: ReadonlySet<AuditEnd['code']> = new Set(['budget', 'turned-away']);

/** What follows from findings and from what was exercised. A budget that is used up is no reason for doubt by itself. */
export function verdictOf(
  report: Pick<AuditReport, 'ended' | 'findings' | 'capabilities'> & {
    /** Whether it was sent messages and took none of them in. */
    readonly isIdle?: boolean;
  },
): AuditVerdict {
  if (report.ended !== undefined && !LEAVES_FINDINGS.has(report.ended.code)) return 'inconclusive';
  if (report.findings.some(({ severity }) => severity === 'error')) return 'broken';
  if (report.ended?.code === 'turned-away') return 'inconclusive';
  // Good answers to all else don't make an agent that keeps its word.
  if (report.isIdle === true) return 'inconclusive';
  return report.capabilities.some(({ observed }) => observed !== 'untested') ? 'kept' : 'inconclusive';
}

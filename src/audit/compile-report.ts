import { strengthOf } from '../lifecycle/finding.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import type { PlayedInterface } from './audit-interfaces.ts';
import {
  type AuditEnd,
  type AuditedPeer,
  type AuditFinding,
  type AuditReport,
  type CapabilityReport,
  type LeftTask,
  type UntestedReport,
  verdictOf,
} from './audit-report.ts';
import { CAPABILITIES, type Capability } from './capability.ts';
import type { ScenarioOutcome } from './outcome.ts';
import type { Pace } from './pace.ts';

/** Rules that find a capability which the card denies, or doesn't list. */
const UNDER_DECLARES: Readonly<Record<string, Capability>> = {
  'stream/undeclared': 'stream.send',
  'push/undeclared-accepted': 'pushNotifications',
  'modes/undeclared-input-accepted': 'inputModes',
};

/** The report on all that was played. */
export function reportOf(parts: {
  readonly peer: AuditedPeer | undefined;
  readonly played: readonly PlayedInterface[];
  readonly unspoken?: readonly UntestedReport[];
  /** What was found of the card alone. */
  readonly findings?: readonly AuditFinding[];
  readonly left: readonly LeftTask[];
  readonly ended: AuditEnd | undefined;
  readonly pace: Pace;
  readonly durationMs: number;
}): AuditReport {
  const { peer, played, unspoken = [], left, ended, pace, durationMs } = parts;
  const outcomes = played.flatMap((one) => one.outcomes);
  const findings = mergeFindings([...(parts.findings ?? []), ...outcomes.flatMap((outcome) => outcome.findings)]);
  const capabilities = played.flatMap(({ counterpart: { name, claims }, outcomes: own }) =>
    capabilitiesOf(name, claims, own, findings),
  );
  const open = new Set(capabilities.filter(({ observed }) => observed === 'untested').map(keyOf));
  const untested = [...unspoken, ...outcomes.flatMap((outcome) => outcome.untested)];
  return {
    verdict: verdictOf({ ended, findings, capabilities, isIdle: isIdle(outcomes) }),
    ended,
    peer,
    watchedMs: pace.times.watchMs,
    durationMs: Math.round(durationMs),
    pace: { slowestMs: Math.round(pace.slowestMs), boundMs: Math.round(pace.boundMs) },
    capabilities,
    findings,
    // First what nothing else has shown either.
    untested: untested.toSorted((a, b) => Number(open.has(keyOfUntested(b))) - Number(open.has(keyOfUntested(a)))),
    scenarios: outcomes.map((outcome) => outcome.report),
    left,
  };
}

/** Whether it was sent messages and took none of them in. */
function isIdle(outcomes: readonly ScenarioOutcome[]): boolean {
  const uptakes = new Set(outcomes.map(({ uptake }) => uptake));
  return uptakes.has('not-taken') && !uptakes.has('taken');
}

function keyOf({ name, interface: at }: CapabilityReport): string {
  return `${at} ${name}`;
}

function keyOfUntested({ claim, interface: at }: UntestedReport): string {
  return `${at} ${claim}`;
}

/** Each rule once for each interface: the strongest finding stands for those of all scenarios. */
export function mergeFindings(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  const kept = new Map<string, AuditFinding>();
  for (const finding of findings) {
    const key = `${finding.interface} ${finding.rule}`;
    const known = kept.get(key);
    if (known === undefined) kept.set(key, finding);
    else {
      const [strong, weak] = weightOf(finding) > weightOf(known) ? [finding, known] : [known, finding];
      const alsoIn = [...new Set([...known.alsoIn, ...finding.alsoIn, weak.scenario])].filter(
        (scenario) => scenario !== strong.scenario,
      );
      kept.set(key, { ...strong, alsoIn });
    }
  }
  return [...kept.values()].sort((a, b) => weightOf(b) - weightOf(a));
}

/** What became of each claim on one interface. */
function capabilitiesOf(
  name: string,
  claims: Claims,
  outcomes: readonly ScenarioOutcome[],
  findings: readonly AuditFinding[],
): readonly CapabilityReport[] {
  return CAPABILITIES.flatMap((capability) => {
    const own = findings.filter((finding) => finding.interface === name && finding.capability === capability);
    const errors = own.filter(({ severity }) => severity === 'error');
    const denied = findings.some(
      (finding) => finding.interface === name && UNDER_DECLARES[finding.rule] === capability,
    );
    const exercising = outcomes
      .filter(({ exercised }) => exercised.includes(capability))
      .map(({ report }) => report.id);
    const lacking = outcomes.some(({ untested }) => untested.some(({ claim }) => claim === capability));
    if (own.length === 0 && !denied && exercising.length === 0 && !lacking) return [];
    const observed =
      errors.length > 0 ? 'broken' : denied ? 'under-declared' : exercising.length > 0 ? 'kept' : 'untested';
    const scenarios =
      observed === 'broken' ? errors.flatMap(({ scenario, alsoIn }) => [scenario, ...alsoIn]) : exercising;
    return [
      {
        name: capability,
        interface: name,
        declared: declares(claims, capability),
        observed,
        scenarios: [...new Set(scenarios)],
      },
    ];
  });
}

function weightOf({ certainty, confirmed, severity }: AuditFinding): number {
  return strengthOf(certainty, severity) + (severity === 'error' ? 10 : 0) + (confirmed ? 1 : 0);
}

function declares(claims: Claims, capability: Capability): boolean | undefined {
  switch (capability) {
    case 'stream.send':
    case 'stream.subscribe':
      return claims.streaming;
    case 'pushNotifications':
      return claims.pushNotifications;
    case 'stateTransitionHistory':
      return claims.stateTransitionHistory;
    case 'extendedAgentCard':
      return claims.extendedAgentCard;
    case 'inputModes':
      return claims.inputModes.length > 0;
    case 'outputModes':
      return claims.outputModes.length > 0;
    case 'securityRequirements':
      return claims.anonymousAllowed === false;
    default:
      return undefined;
  }
}

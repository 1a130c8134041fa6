import { factsOfRule } from '../catalogue/catalogue.ts';
import { lesser, type Severity } from '../lifecycle/finding.ts';
import type { Claims } from '../lifecycle/peer-facts.ts';
import { auditFinding } from './audit-finding.ts';
import type { AuditFinding, ScenarioReport, UntestedReport } from './audit-report.ts';
import type { Capability } from './capability.ts';
import { evidenceOf } from './evidence.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { OpenedInterface } from './open-interface.ts';
import { type Reception, receptionOf, turnedAwayWords, type Uptake } from './reception.ts';
import { type FoundInRun, isConfirmedBy, judged, type ScenarioRun, weightIfSure } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { OPENING_ID } from './scenario-ids.ts';
import { Stage, type StageOptions } from './stage.ts';

/** What became of one scenario on one interface, after as many runs as it took. */
export interface ScenarioOutcome {
  readonly report: ScenarioReport;
  readonly reception: Reception;
  readonly uptake: Uptake;
  readonly exercised: readonly Capability[];
  readonly untested: readonly UntestedReport[];
  readonly findings: readonly AuditFinding[];
  readonly manners: ReadonlyMap<string, string>;
}

/** What runs are told by beside what they found. */
export interface OutcomeFacts {
  readonly interface: string;
  readonly log: ExchangeLog;
  readonly began: number;
  readonly claims: Claims;
  /** Whether the user said that the two identities have nothing in common. */
  readonly identitiesAreSeparate: boolean;
}

/** What a scenario came to. @param second the run that was to confirm what the first one made suspect */
export function outcomeOf(first: ScenarioRun, second: ScenarioRun | undefined, facts: OutcomeFacts): ScenarioOutcome {
  const { scenario } = first;
  const { log, began, interface: name } = facts;
  const findings = merged(first.found, second?.found).map(({ found, confirmed }) => {
    const { finding } = found;
    return auditFinding(finding, {
      severity: severityOf(finding, confirmed, facts),
      confirmed,
      scenario: scenario.id,
      interface: name,
      evidence: evidenceOf(found, log, began),
    });
  });
  const broken = findings.some(({ severity }) => severity === 'error');
  return {
    report: {
      id: scenario.id,
      interface: facts.interface,
      status: broken ? 'broken' : first.exercised.length > 0 ? 'kept' : 'untested',
      durationMs: Math.round(first.durationMs + (second?.durationMs ?? 0)),
      runs: second === undefined ? 1 : 2,
    },
    reception: first.reception,
    uptake: first.uptake,
    exercised: first.exercised,
    untested: first.untested.map(({ claim, reason }) => ({
      claim,
      reason,
      interface: facts.interface,
      scenario: scenario.id,
    })),
    findings,
    manners: first.manners,
  };
}

/** What is wrong with a card of which no interface could be spoken to, or in the place of a card. */
export function cardFindings(found: readonly FoundInRun[], log: ExchangeLog, began: number): readonly AuditFinding[] {
  return found.map((one) =>
    auditFinding(one.finding, {
      severity: one.finding.severity,
      confirmed: false,
      scenario: 'card',
      interface: '',
      evidence: evidenceOf(one, log, began),
    }),
  );
}

/** What was found while it was found out how an interface is spoken to. */
export function openingOutcome(
  opened: OpenedInterface,
  options: Omit<StageOptions, 'watchMs'> & { readonly began: number },
): ScenarioOutcome {
  const stage = new Stage({ ...options, watchMs: 0 });
  const work = stage.work();
  for (const seen of opened.seen) work.see(seen);
  const reception = receptionOf(stage.courses);
  const isTurnedAway = reception === 'turned-away';
  const run: ScenarioRun = {
    scenario: OPENING,
    reception,
    uptake: 'unasked',
    exercised: isTurnedAway ? [] : ['wire'],
    untested: isTurnedAway ? [{ claim: 'wire', reason: turnedAwayWords(options.means) }] : [],
    found: judged(stage),
    manners: new Map(),
    durationMs: 0,
    gaveUpEarly: false,
    stage,
  };
  return outcomeOf(run, undefined, outcomeFactsOf(options));
}

const OPENING: Scenario = {
  id: OPENING_ID,
  title: 'reads a task that nobody has, to find out which version is spoken',
  capabilities: ['wire'],
  effects: 'nothing',
  run: () => Promise.resolve(),
};

/** The findings of both runs, each rule once. What only the second run made suspect has nothing to confirm it. */
function merged(first: readonly FoundInRun[], second: readonly FoundInRun[] = []) {
  const again = byRule(second);
  const before = byRule(first);
  const both = Array.from(before.values(), (found) => {
    const other = again.get(found.finding.rule);
    if (found.finding.certainty === 'certain' || other === undefined) return { found, confirmed: false };
    return { found: other.finding.certainty === 'certain' ? other : found, confirmed: isConfirmedBy(found, other) };
  });
  const late = second.filter(({ finding }) => finding.certainty === 'certain' && !before.has(finding.rule));
  return [...both, ...Array.from(byRule(late).values(), (found) => ({ found, confirmed: false }))];
}

/** The strongest of each rule. */
function byRule(found: readonly FoundInRun[]): Map<string, FoundInRun> {
  const kept = new Map<string, FoundInRun>();
  for (const one of found) {
    const known = kept.get(one.finding.rule);
    if (known === undefined || isStronger(one, known)) kept.set(one.finding.rule, one);
  }
  return kept;
}

function isStronger({ finding: a }: FoundInRun, { finding: b }: FoundInRun): boolean {
  if (a.certainty !== b.certainty) return a.certainty === 'certain';
  const [one, other] = [weightIfSure(a), weightIfSure(b)];
  return one !== other && lesser(one, other) === other;
}

/** What one identity may see of another is the agent's to say, unless the user knows. */
const OF_IDENTITIES = 'auth/foreign-task-visible';

function severityOf(finding: FoundInRun['finding'], confirmed: boolean, given: OutcomeFacts): Severity {
  if (finding.rule === OF_IDENTITIES && given.identitiesAreSeparate) {
    const facts = factsOfRule(finding.rule);
    return facts?.perDialect?.[given.claims.dialect]?.severity ?? facts?.severity ?? finding.severity;
  }
  return confirmed ? weightIfSure(finding) : finding.severity;
}

/** The facts that outcomes of an interface are told by. */
export function outcomeFactsOf({
  calls,
  log,
  claims,
  means,
  began,
}: Omit<StageOptions, 'watchMs'> & { readonly began: number }): OutcomeFacts {
  const { name } = calls.counterpart;
  return { interface: name, log, began, claims, identitiesAreSeparate: means.identitiesAreSeparate };
}

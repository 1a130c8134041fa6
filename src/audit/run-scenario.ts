import { judgeCourses } from '../judge/judge.ts';
import type { Finding, Severity } from '../lifecycle/finding.ts';
import { stateOf } from '../lifecycle/order.ts';
import type { Observation } from '../protocol/observation.ts';
import { RULES } from '../rules/catalogue.ts';
import type { Capability } from './capability.ts';
import { failureWords } from './failure-words.ts';
import type { ProbeFinding } from './probe-finding.ts';
import {
  hasCutStream,
  lastReadFailure,
  type Reception,
  receptionOf,
  turnedAwayWords,
  type Uptake,
  uptakeOf,
} from './reception.ts';
import type { Scenario } from './scenario.ts';
import { Stage, type StageOptions } from './stage.ts';
import { Untested } from './untested.ts';

/** Something found in a run, with the least of what was seen that shows it. */
export interface FoundInRun {
  readonly finding: Finding | ProbeFinding;
  readonly witness: readonly Observation[];
  /** Calls that show it and of which no observation tells, such as that for the card. */
  readonly calls?: readonly number[];
  /** A control has shown that it is no staleness. */
  readonly vouched?: boolean;
}

/** What one run of a scenario brought. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly reception: Reception;
  readonly uptake: Uptake;
  readonly exercised: readonly Capability[];
  readonly untested: readonly { readonly claim: Capability; readonly reason: string }[];
  readonly found: readonly FoundInRun[];
  readonly manners: ReadonlyMap<string, string>;
  readonly durationMs: number;
  /** Round trips have become so slow since it waited that its silences are none by what it is judged by. */
  readonly gaveUpEarly: boolean;
  readonly stage: Stage;
}

/** Lets a scenario play once, and has what was seen judged. Rejects only for faults of ours. */
export async function runScenario(scenario: Scenario, options: StageOptions): Promise<ScenarioRun> {
  const began = performance.now();
  const stage = new Stage(options);
  let reason: string | undefined;
  try {
    await scenario.run(stage);
  } catch (error) {
    if (!(error instanceof Untested)) throw error;
    reason = error.message;
  } finally {
    stage.close();
  }
  // What was cut short is no less broken for it, but nothing was watched for as long as it takes.
  const cutShort = options.signal.aborted;
  if (cutShort) {
    reason = 'the audit was ended before this was through';
    stage.exercisedClaims.clear();
  }
  if (stage.flooded && !cutShort) {
    reason = 'the agent flooded the audit with events, which was left';
    stage.exercisedClaims.clear();
  }
  const failure = lastReadFailure(stage.courses);
  if (failure !== undefined && !cutShort) {
    reason = `reads were not answered in the end: ${failureWords(failure)}`;
    stage.exercisedClaims.clear();
  }
  if (hasCutStream(stage.courses) && !cutShort) {
    reason ??= 'a stream was left at an event that is larger than any that is read: let the agent send less at once';
    for (const claim of stage.exercisedClaims) if (claim.startsWith('stream.')) stage.exercisedClaims.delete(claim);
  }
  const reception = receptionOf(stage.courses);
  if (reception === 'turned-away') {
    reason = turnedAwayWords(options.means);
    stage.exercisedClaims.clear();
    stage.missing.length = 0;
    stage.manners.clear();
  }
  const missing = reason === undefined ? [] : unexercised(scenario, stage, reason);
  return {
    scenario,
    reception,
    uptake: uptakeOf(stage.courses),
    exercised: [...stage.exercisedClaims],
    untested: [...stage.missing, ...missing],
    found: judged(stage),
    manners: stage.manners,
    durationMs: performance.now() - began,
    gaveUpEarly: stage.courses.some(({ work }) => work.gaveUpEarly),
    stage,
  };
}

function unexercised({ capabilities }: Scenario, { exercisedClaims, missing }: Stage, reason: string) {
  const told = new Set(missing.map(({ claim }) => claim));
  return capabilities
    .filter((claim) => !exercisedClaims.has(claim) && !told.has(claim))
    .map((claim) => ({ claim, reason }));
}

/** What the rules find in what was seen on a stage. */
export function judged(stage: Stage): readonly FoundInRun[] {
  const { pace, claims, options } = stage;
  const courses = stage.courses.map(({ work, observations }) => ({ taskId: work.id, observations }));
  const found = judgeCourses(
    { claims, framesTimed: true, courses, end: stage.now },
    {
      rules: RULES,
      silences: pace.silences(),
      monitor: { limits: { ...pace.limits(options.watchMs), ...stage.limits } },
    },
  );
  const all = found.map(({ finding, taskId, witness }) => ({
    finding: { ...finding, taskId },
    witness,
    vouched: stage.vouched.has(finding.rule),
  }));
  return [...all.filter((one) => !wasUnderWay(one, pace.boundMs)), ...stage.found].map((one) =>
    stage.doubts.has(one.finding.rule) ? doubted(one) : one,
  );
}

/** Whether a piece was on its way when its task was canceled, so that it says nothing of what the agent did then. */
function wasUnderWay({ finding, witness }: FoundInRun, graceMs: number): boolean {
  const last = witness.at(-1);
  if (finding.rule !== 'cancel/artifact-after' || finding.certainty === 'certain' || last?.kind !== 'artifact')
    return false;
  const canceled = witness.findLast((seen) => stateOf(seen) === 'canceled');
  return canceled !== undefined && last.received - canceled.received <= graceMs;
}

/** As it is, whatever it might have been. */
function doubted({ finding, witness }: FoundInRun): FoundInRun {
  const { ifCertain: _, ...rest } = finding;
  return { finding: rest, witness };
}

/** Suspicions that are nothing in themselves, of which a longer watch shows whether there is more to them. */
const TO_BE_WATCHED: ReadonlySet<string> = new Set(['task/stale-read']);

/** Suspicions that rest on reads which may be stale: a replica that lags shows them in every run, and never for long. */
const MAY_BE_STALE: ReadonlySet<string> = new Set(['cancel/ignored', 'task/backward', 'task/lost', 'task/stale-read']);

/** Whether a second run that suspects the same makes it sure; else only one that is certain does. */
export function isConfirmedBy(first: FoundInRun, second: FoundInRun): boolean {
  if (second.finding.certainty === 'certain' || second.vouched === true) return true;
  return !MAY_BE_STALE.has(first.finding.rule);
}

/** Whether a suspicion would be an error if it were sure, or may be the begin of one. */
export function needsConfirming({ finding }: FoundInRun): boolean {
  if (finding.certainty !== 'suspected') return false;
  return weightIfSure(finding) === 'error' || TO_BE_WATCHED.has(finding.rule);
}

/** What a finding weighs once a second run has shown it again. */
export function weightIfSure(finding: Finding | ProbeFinding): Severity {
  return finding.ifCertain ?? finding.severity;
}

import type { AgentWatch } from './agent-watch.ts';
import type { AuditEvent } from './audit-event.ts';
import type { Calls } from './calls.ts';
import type { OpenTasks } from './open-tasks.ts';
import { outcomeFactsOf, outcomeOf, type ScenarioOutcome } from './outcome.ts';
import { type FoundInRun, needsConfirming, runScenario, type ScenarioRun } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Slots } from './slots.ts';
import type { StageOptions } from './stage.ts';

/** How often a run is repeated that gave up waiting too early by what round trips have become meanwhile. */
const MOST_REPEATS = 2;

export interface PlayOptions extends Omit<StageOptions, 'watchMs'> {
  readonly began: number;
  /** Nothing that leaves anything behind at the agent is played twice: a suspicion stays one. */
  readonly safe: boolean;
  /** Calls that go on when the audit is being ended, to clear up behind it. */
  readonly lastCalls: Calls;
  readonly slots: Slots;
  readonly openTasks: OpenTasks;
  readonly agentWatch: AgentWatch;
  readonly onEvent: (event: AuditEvent) => void;
}

/** Plays one scenario, a second time where that has to confirm something, and leaves nothing of it running. */
export function play(scenario: Scenario, options: PlayOptions): Promise<ScenarioOutcome> {
  const { log, pace, calls, onEvent, signal } = options;
  const name = calls.counterpart.name;
  const runs: ScenarioRun[] = [];
  const mayPlayAgain = !options.safe || scenario.effects === 'nothing';
  const once = async (watchMs: number): Promise<ScenarioRun> => {
    const run = await runScenario(scenario, { ...options, watchMs });
    runs.push(run);
    await options.openTasks.cancel(run.stage.courses, scenario.id, options.lastCalls);
    if (!signal.aborted) await options.agentWatch.settled();
    return run;
  };
  const patiently = async (watchMs: number): Promise<ScenarioRun> => {
    for (let left = mayPlayAgain ? MOST_REPEATS : 0; ; left--) {
      const run = await once(watchMs);
      // What it has found anyway was not missed for want of patience.
      if (!run.gaveUpEarly || run.found.some(isWeighty) || signal.aborted) return run;
      if (left === 0) return withoutSilences(run);
    }
  };
  return options.slots.run(async () => {
    onEvent({ kind: 'started', scenario: scenario.id, interface: name });
    const first = await patiently(pace.times.watchMs);
    const doubtful = first.found.filter(needsConfirming);
    let second: ScenarioRun | undefined;
    if (doubtful.length > 0 && mayPlayAgain && !signal.aborted) {
      const rules = [...new Set(doubtful.map(({ finding }) => finding.rule))];
      onEvent({ kind: 'confirming', scenario: scenario.id, interface: name, rules });
      second = await patiently(Math.max(pace.times.watchMs, pace.times.confirmWatchMs));
    }
    const outcome = outcomeOf(first, second, outcomeFactsOf(options));
    for (const run of runs) log.forget(seenIn(run).map(({ vantage }) => vantage.id));
    onEvent({ kind: 'played', scenario: outcome.report, findings: outcome.findings });
    return outcome;
  });
}

/** What such a run says of what it saw; of what it did not see, it says nothing. */
function withoutSilences(run: ScenarioRun): ScenarioRun {
  const reason = 'round trips became so much slower meanwhile that silence could not be told from slowness';
  const told = new Set(run.untested.map(({ claim }) => claim));
  const missing = run.exercised.filter((claim) => !told.has(claim)).map((claim) => ({ claim, reason }));
  return { ...run, exercised: [], untested: [...run.untested, ...missing] };
}

function isWeighty(found: FoundInRun): boolean {
  const { certainty, severity } = found.finding;
  return (certainty === 'certain' && severity === 'error') || needsConfirming(found);
}

function seenIn({ stage }: ScenarioRun) {
  return stage.courses.flatMap(({ observations }) => observations);
}

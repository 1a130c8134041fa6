import { DEFAULT_BOUNDS } from '../contract/bounds.ts';
import { followTask } from '../guard/delegate.ts';
import type { DelegationEvent } from '../guard/delegation-event.ts';
import type { Outcome } from '../guard/outcome.ts';
import type { Task } from '../protocol/model.ts';
import type { Account, Caller, CallerWork } from './caller.ts';
import { CALLERS } from './callers.ts';
import type { Incident } from './incidents.ts';
import type { PlainBelief } from './plain-caller.ts';
import type { CallerRun } from './row.ts';
import type { Scene } from './scene.ts';
import type { DemoTimes } from './times.ts';

/** An agent that somebody has, and a text to give it as work. */
export interface OwnAgent {
  readonly name: string;
  /** Its card. */
  readonly cardUrl: string;
  readonly text: string;
}

export interface OwnTrialOptions {
  readonly onEvent?: (caller: Caller, event: DelegationEvent) => void;
  /** Aborting cancels what is under way; the trial then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly times?: Partial<DemoTimes>;
}

/** The same work as each caller got it. Nobody has a ledger of it: what is true, verified reads of the task say. */
export interface OwnTrial {
  readonly agent: OwnAgent;
  readonly scene: Scene;
  readonly runs: readonly CallerRun[];
  /** The guarded caller had a verified success, and nobody who was protected came to harm. */
  readonly ok: boolean;
}

/** The guard's own bounds; the plain client gives up after a minute, which is longer than it is likely to be watched. */
const REAL_TIMES: DemoTimes = {
  ...{ stepMs: 0, cancelAfterMs: 0, zombieMs: 0, patienceMs: 60_000, patienceBehindMs: 120_000 },
  silenceMs: DEFAULT_BOUNDS.silence.ms,
  cancelWatchMs: DEFAULT_BOUNDS.cancelWatch.ms,
  cancelWatchMostMs: DEFAULT_BOUNDS.cancelWatchMost.ms,
  settleWithinMs: DEFAULT_BOUNDS.settleWithin.ms,
};

/** Gives one's own agent the same work in each way, one after the other, and compares what came of it with later reads. */
export async function tryOwnAgent(agent: OwnAgent, options: OwnTrialOptions = {}): Promise<OwnTrial> {
  const { onEvent = () => undefined, signal } = options;
  const times = { ...REAL_TIMES, ...options.times };
  const scene: Scene = {
    ...{ agent: agent.name, does: agent.cardUrl, deviation: undefined, pieces: 0, cancels: false, text: agent.text },
    expects: { kind: 'completed' },
  };
  const runs: CallerRun[] = [];
  for (const caller of CALLERS) {
    const told = (event: DelegationEvent): void => onEvent(caller, event);
    const account = await accountOf(caller, { url: agent.cardUrl, scene, times, onEvent: told, signal });
    runs.push({ caller, account, incidents: await incidentsOf(agent, account, times, signal) });
  }
  const ok = runs.every(({ caller, account, incidents }) => {
    return (
      caller.unprotected || (incidents.length === 0 && (account.kind !== 'concluded' || account.result.outcome.ok))
    );
  });
  return { agent, scene, runs, ok };
}

async function accountOf(caller: Caller, work: CallerWork): Promise<Account> {
  try {
    return await caller.delegate(work);
  } catch (error) {
    work.signal?.throwIfAborted();
    return { kind: 'thrown', message: error instanceof Error ? error.message : String(error) };
  }
}

async function incidentsOf(
  { cardUrl }: OwnAgent,
  account: Account,
  { patienceMs }: DemoTimes,
  signal: AbortSignal | undefined,
): Promise<readonly Incident[]> {
  if (account.kind === 'thrown') return [{ kind: 'thrown' }];
  if (account.kind === 'concluded') return [];
  const { belief } = account;
  if (belief.taskId === undefined) return belief.state === undefined ? [{ kind: 'nothing-told' }] : [];
  const following = followTask(cardUrl, belief.taskId, {
    ...{ detach: true, aftercareMs: 0, timeoutMs: patienceMs },
    ...(signal === undefined ? {} : { signal }),
  });
  const outcome = await following.outcome;
  signal?.throwIfAborted();
  return 'task' in outcome && outcome.task !== undefined ? differences(belief, outcome, outcome.task) : [];
}

/** In what a belief is not as verified reads of the same task have it. */
function differences(belief: PlainBelief, outcome: Outcome, task: Task): readonly Incident[] {
  if (belief.state === undefined) {
    return [{ kind: 'end-never-told', endedAs: task.state, afterMs: belief.gaveUpAfterMs ?? 0 }];
  }
  if (belief.state !== task.state) return [{ kind: 'wrong-end', believed: belief.state, told: task.state }];
  if (outcome.kind === 'completed-disputed') return [{ kind: 'disputed-result' }];
  const text = (task.artifacts ?? []).flatMap(({ parts }) => parts.map((part) => part.text ?? '')).join('');
  return belief.state === 'completed' && belief.result !== text ? [{ kind: 'disputed-result' }] : [];
}

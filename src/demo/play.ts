import { setTimeout as sleep } from 'node:timers/promises';
import type { DelegationEvent } from '../guard/delegation-event.ts';
import { startLab } from '../lab/index.ts';
import type { Account, Caller } from './caller.ts';
import { CALLERS } from './callers.ts';
import { type DemoAgent, startHonestAgent } from './honest-agent.ts';
import { type CallerRun, judgeRow, type Row } from './row.ts';
import { SCENES, VERSIONS, type Version } from './scene.ts';
import { DEMO_TIMES, type DemoTimes } from './times.ts';
import { truthOf } from './truth.ts';

const BETWEEN_STARTS_MS = 100;

export interface DemoOptions {
  readonly times?: Partial<DemoTimes>;
  /** In which each scene is played; all unless given. */
  readonly versions?: readonly Version[];
  /** The columns; the plain client and the guard unless given. */
  readonly callers?: readonly Caller[];
  readonly onProgress?: (progress: DemoProgress) => void;
  /** Aborting cancels all work and closes the agents; the demonstration then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What happens while the demonstration runs. */
export type DemoProgress =
  | { readonly kind: 'went-away'; readonly row: RowName; readonly caller: Caller; readonly account: Account }
  | { readonly kind: 'event'; readonly row: RowName; readonly caller: Caller; readonly event: DelegationEvent }
  | { readonly kind: 'row'; readonly row: Row };

export type RowName = Pick<Row, 'scene' | 'version'>;

/** The demonstration as it was played. */
export interface Demonstration {
  readonly times: DemoTimes;
  /** Scene by scene, each in all versions. */
  readonly rows: readonly Row[];
  /** Every lie harmed those who are not protected, and every other row is right. */
  readonly ok: boolean;
}

/** What every part of the demonstration needs. */
interface Stage {
  readonly times: DemoTimes;
  readonly callers: readonly Caller[];
  readonly tell: (progress: DemoProgress) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Plays all scenes side by side, each caller with an agent of its own, and compares what the callers went away with
 * with what the agents' own ledgers know.
 */
export async function playDemonstration(options: DemoOptions = {}): Promise<Demonstration> {
  const { signal, versions = VERSIONS, callers = CALLERS, onProgress: tell = () => undefined } = options;
  const times = { ...DEMO_TIMES, ...options.times };
  signal?.throwIfAborted();
  const names = SCENES.flatMap((scene) => versions.map((version) => ({ scene, version })));
  const stage = { times, callers, tell, signal };
  // One after the other begins: agents that start all at once would keep each other waiting.
  const rows = await allEnded(
    names.map(async (name, index) => {
      await sleep(index * BETWEEN_STARTS_MS);
      signal?.throwIfAborted();
      return playRow(name, stage);
    }),
  );
  signal?.throwIfAborted();
  return { times, rows, ok: rows.every(({ wrong }) => wrong.length === 0) };
}

async function playRow(name: RowName, stage: Stage): Promise<Row> {
  const runs = await allEnded(stage.callers.map((caller) => playCaller(name, caller, stage)));
  const row = judgeRow(name, runs);
  stage.tell({ kind: 'row', row });
  return row;
}

async function playCaller(row: RowName, caller: Caller, { times, tell, signal }: Stage): Promise<CallerRun> {
  const { scene } = row;
  const agent = await startAgent(row, times);
  try {
    const onEvent = (event: DelegationEvent): void => tell({ kind: 'event', row, caller, event });
    const account = await caller.delegate({ url: agent.url, scene, times, onEvent, signal });
    tell({ kind: 'went-away', row, caller, account });
    const truth = await truthOf(agent.ledger, times.stepMs, signal);
    return { caller, account, incidents: caller.incidents(account, truth, scene) };
  } finally {
    await agent.close();
  }
}

async function startAgent({ scene, version }: RowName, { stepMs, zombieMs }: DemoTimes): Promise<DemoAgent> {
  const { deviation } = scene;
  if (deviation === undefined) return startHonestAgent(version, stepMs);
  const knobs = deviation === 'zombie-cancel' ? { seconds: zombieMs / 1_000 } : {};
  return startLab({ dialect: version, deviations: [{ name: deviation, knobs }], bindings: ['JSONRPC'], stepMs });
}

/** As `Promise.all`, but an error of one passes on only when all have closed their agents. */
async function allEnded<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

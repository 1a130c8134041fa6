import type { DelegationEvent } from '../guard/delegation-event.ts';
import { startLab } from '../lab/index.ts';
import { delegateGuarded } from './guarded-caller.ts';
import { type DemoAgent, startHonestAgent } from './honest-agent.ts';
import { guardedIncidents, plainIncidents } from './incidents.ts';
import { delegatePlainly, type PlainBelief } from './plain-caller.ts';
import { type GuardedRun, judgeRow, type PlainRun, type Row } from './row.ts';
import { resultOf, SCENES, type Scene, workOf } from './scene.ts';
import { DEMO_TIMES, type DemoTimes } from './times.ts';
import { truthOf } from './truth.ts';

export interface DemoOptions {
  readonly times?: Partial<DemoTimes>;
  readonly onProgress?: (progress: DemoProgress) => void;
  /** Aborting cancels all work and closes the agents; the demonstration then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What happens while the demonstration runs. */
export type DemoProgress =
  | { readonly kind: 'plain-done'; readonly scene: Scene; readonly belief: PlainBelief }
  | { readonly kind: 'guarded-event'; readonly scene: Scene; readonly event: DelegationEvent }
  | { readonly kind: 'row'; readonly row: Row };

/** The demonstration as it was played. */
export interface Demonstration {
  readonly times: DemoTimes;
  readonly rows: readonly Row[];
  /** Every lie harmed the plain caller, and every guarded row is right. */
  readonly ok: boolean;
}

/** What every part of the demonstration needs. */
interface Stage {
  readonly times: DemoTimes;
  readonly tell: (progress: DemoProgress) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Plays all scenes side by side, each caller with an agent of its own, and compares what the callers went away with
 * with what the agents' own ledgers know.
 */
export async function playDemonstration(options: DemoOptions = {}): Promise<Demonstration> {
  const { signal, onProgress: tell = () => undefined } = options;
  const times = { ...DEMO_TIMES, ...options.times };
  signal?.throwIfAborted();
  const rows = await allEnded(SCENES.map((scene) => playScene(scene, { times, tell, signal })));
  signal?.throwIfAborted();
  return { times, rows, ok: rows.every(({ wrong }) => wrong.length === 0) };
}

async function playScene(scene: Scene, stage: Stage): Promise<Row> {
  const [plain, guarded] = await allEnded([playPlainly(scene, stage), playGuarded(scene, stage)] as const);
  const row = judgeRow(scene, plain, guarded);
  stage.tell({ kind: 'row', row });
  return row;
}

function playPlainly(scene: Scene, { times, tell, signal }: Stage): Promise<PlainRun> {
  return withAgent(scene, times, async ({ url, ledger }) => {
    const { patienceMs } = times;
    const text = workOf(scene);
    const belief = await delegatePlainly({ url, text, cancelAfterMs: cancelOf(scene, times), patienceMs, signal });
    tell({ kind: 'plain-done', scene, belief });
    const truth = await truthOf(ledger, times.stepMs, signal);
    return { belief, incidents: plainIncidents(belief, truth, resultOf(scene)) };
  });
}

function playGuarded(scene: Scene, { times, tell, signal }: Stage): Promise<GuardedRun> {
  return withAgent(scene, times, async ({ url, ledger }) => {
    const onEvent = (event: DelegationEvent): void => tell({ kind: 'guarded-event', scene, event });
    const cancelAfterMs = cancelOf(scene, times);
    const guarded = await delegateGuarded({ url, text: workOf(scene), cancelAfterMs, times, onEvent, signal });
    const truth = await truthOf(ledger, times.stepMs, signal);
    return { ...guarded, incidents: guardedIncidents(guarded, truth, resultOf(scene)) };
  });
}

function cancelOf({ cancels }: Scene, { cancelAfterMs }: DemoTimes): number | undefined {
  return cancels ? cancelAfterMs : undefined;
}

async function withAgent<T>(scene: Scene, times: DemoTimes, use: (agent: DemoAgent) => Promise<T>): Promise<T> {
  const agent = await startAgent(scene, times);
  try {
    return await use(agent);
  } finally {
    await agent.close();
  }
}

async function startAgent({ deviation }: Scene, { stepMs, zombieMs }: DemoTimes): Promise<DemoAgent> {
  if (deviation === undefined) return startHonestAgent(stepMs);
  const knobs = deviation === 'zombie-cancel' ? { seconds: zombieMs / 1_000 } : {};
  return startLab({ deviations: [{ name: deviation, knobs }], bindings: ['JSONRPC'], stepMs });
}

/** As `Promise.all`, but an error of one passes on only when all have closed their agents. */
async function allEnded<T extends readonly unknown[]>(
  running: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

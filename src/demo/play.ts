import { setTimeout as sleep } from 'node:timers/promises';
import type { DelegationEvent } from '../guard/delegation-event.ts';
import { type Ledger, startLab, type TaskFacts, taskFacts } from '../lab/index.ts';
import { delegateGuarded } from './guarded-caller.ts';
import { type DemoAgent, startHonestAgent } from './honest-agent.ts';
import { incidentsOf } from './incidents.ts';
import { delegatePlainly, type PlainBelief } from './plain-caller.ts';
import { judgeRow, type Row } from './row.ts';
import { resultOf, SCENES, type Scene, workOf } from './scene.ts';
import { DEMO_TIMES, type DemoTimes } from './times.ts';

export interface DemoOptions {
  readonly times?: Partial<DemoTimes>;
  readonly onProgress?: (progress: DemoProgress) => void;
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

/**
 * Plays all scenes side by side, each with an agent of its own, and compares what the callers went away with with what
 * the agents' own ledgers know.
 */
export async function playDemonstration(options: DemoOptions = {}): Promise<Demonstration> {
  const times = { ...DEMO_TIMES, ...options.times };
  const tell = options.onProgress ?? (() => undefined);
  const playing = SCENES.map((scene) => playScene(scene, times, tell));
  // The agents of all scenes close before an error of one passes on.
  await Promise.allSettled(playing);
  const rows = await Promise.all(playing);
  return { times, rows, ok: rows.every(({ wrong }) => wrong.length === 0) };
}

async function playScene(scene: Scene, times: DemoTimes, tell: (progress: DemoProgress) => void): Promise<Row> {
  const agent = await startAgent(scene, times);
  try {
    const text = workOf(scene);
    const cancelAfterMs = scene.cancels ? times.cancelAfterMs : undefined;
    const { patienceMs } = times;
    const plainly = delegatePlainly({ url: agent.url, text, cancelAfterMs, patienceMs }).then((belief) => {
      tell({ kind: 'plain-done', scene, belief });
      return belief;
    });
    const onEvent = (event: DelegationEvent): void => tell({ kind: 'guarded-event', scene, event });
    const guardedly = delegateGuarded({ url: agent.url, text, cancelAfterMs, times, onEvent });
    const [belief, guarded] = await Promise.all([plainly, guardedly]);
    const facts = await factsOf(agent.ledger, belief.messageId, times.stepMs);
    const row = judgeRow(scene, belief, incidentsOf(belief, facts, resultOf(scene)), guarded);
    tell({ kind: 'row', row });
    return row;
  } finally {
    await agent.close();
  }
}

async function startAgent({ deviation }: Scene, { stepMs, zombieMs }: DemoTimes): Promise<DemoAgent> {
  if (deviation === undefined) return startHonestAgent(stepMs);
  const knobs = deviation === 'zombie-cancel' ? { seconds: zombieMs / 1_000 } : {};
  return startLab({ deviations: [{ name: deviation, knobs }], bindings: ['JSONRPC'], stepMs });
}

/** What the ledger knows of the task that a message made, once the work on it has ended: some callers leave before. */
async function factsOf(ledger: Ledger, messageId: string, stepMs: number): Promise<TaskFacts> {
  const taskId = ledger.entries.find((entry) => entry.kind === 'run' && entry.messageId === messageId)?.taskId;
  if (taskId === undefined) throw new Error(`The agent never began to work on message ${messageId}.`);
  for (;;) {
    const facts = taskFacts(ledger, taskId, performance.timeOrigin + performance.now());
    if (facts.stoppedAs !== undefined) return facts;
    await sleep(stepMs);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { ClientFactory } from 'a2a-0.3/client';
import type { Outcome } from '../../src/guard/outcome.ts';
import { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import { type ForeignAgent, startForeign } from './foreign-agent.ts';
import { delegateGuarded } from './guarded-caller.ts';
import type { ForeignName } from './install.ts';
import { delegatePlainly, type PlainBelief, resultOf } from './plain-caller.ts';
import { type Incident, SCENES, type Scene } from './scenes.ts';

/** A scene as it was played. Plain data, and nothing in it that changes from one time to the next but the findings. */
export interface Row {
  readonly id: string;
  readonly plain: {
    /** The state that it was told. */
    readonly state: string | null;
    readonly thrown: string | null;
    readonly incidents: readonly Incident[];
  };
  readonly guarded: {
    readonly kind: string;
    readonly confirmed: boolean | null;
    /** The rules that were found broken, the gravest first. */
    readonly rules: readonly string[];
    /** Whether it has the true result, if it says that it has one. */
    readonly result: 'true' | 'false' | 'none';
  };
}

export const STEP_MS = 300;
/** In the middle of the work. */
const AFTER_MS = 900;

/** Plays the scenes of an agent one after the other, each to a plain caller and to a guarded one. */
export async function play(name: ForeignName, tell: (row: Row) => void = () => undefined): Promise<readonly Row[]> {
  await using agent = await startForeign(name, STEP_MS);
  const trust = new PeerCapabilityCache();
  const rows: Row[] = [];
  for (const scene of SCENES) {
    if (scene.agent !== name) continue;
    const plain = await playPlainly(agent, scene);
    const outcome = await delegateGuarded({ cardUrl: agent.cardUrl, scene, trust, afterMs: AFTER_MS });
    const row = { id: scene.id, plain, guarded: guardedRow(outcome, scene) };
    rows.push(row);
    tell(row);
  }
  return rows;
}

/** Plays a scene to a plain caller. @param at where the caller finds the agent: itself, or what stands before it */
export async function playPlainly(
  agent: ForeignAgent,
  scene: Scene,
  at: Pick<ForeignAgent, 'origin' | 'cardPath'> = agent,
): Promise<Row['plain']> {
  const { forgiving = false, cancels, leaves, beside } = scene;
  const work = { origin: at.origin, cardPath: at.cardPath, forgiving };
  const after = { ...(cancels ? { cancelAfterMs: AFTER_MS } : {}), ...(leaves ? { leaveAfterMs: AFTER_MS } : {}) };
  const other = beside === undefined ? undefined : delegatePlainly({ ...work, text: beside });
  const belief = await delegatePlainly({ ...work, text: scene.text, ...after });
  await other;
  const stored = await storedLater(agent, belief);
  const incidents = incidentsOf(belief, stored, scene);
  const thrown = belief.thrown?.replace(/\s+/g, ' ').slice(0, 60) ?? null;
  return { state: belief.state ?? null, thrown, incidents };
}

interface Stored {
  readonly state: string;
  readonly result: string;
}

/** What the agent holds of the task once its model must have finished. */
async function storedLater({ origin, cardPath }: ForeignAgent, { taskId }: PlainBelief): Promise<Stored | undefined> {
  if (taskId === undefined) return undefined;
  await pause(12 * STEP_MS);
  const client = await new ClientFactory().createFromUrl(origin, `/${cardPath}`);
  const task = await client.getTask({ id: taskId });
  return { state: task.status.state, result: resultOf(task) };
}

function incidentsOf(belief: PlainBelief, stored: Stored | undefined, scene: Scene): readonly Incident[] {
  // What is made of work that was called off is what the agent holds.
  const result = scene.cancels === true ? stored?.result : scene.result;
  const incidents: Incident[] = [];
  if (belief.thrown !== undefined) incidents.push('thrown');
  else if (belief.state === 'working') incidents.push('end-never-told');
  else if (belief.state !== stored?.state) incidents.push('wrong-end');
  if (belief.eventsAfterCancel > 0) incidents.push('events-after-cancel');
  if (belief.state === 'completed' && belief.result !== result) incidents.push('wrong-result');
  return incidents;
}

const GRAVITY = ['error', 'warning', 'note'] as const;

function guardedRow(outcome: Outcome, { result }: Scene): Row['guarded'] {
  const { kind, findings } = outcome;
  const task = 'task' in outcome ? outcome.task : undefined;
  const parts = task?.artifacts?.length
    ? task.artifacts.flatMap((artifact) => artifact.parts)
    : (task?.statusMessage?.parts ?? []);
  const text = parts.map((part) => part.text ?? '').join('');
  const byGravity = GRAVITY.flatMap((gravity) => findings.filter(({ severity }) => severity === gravity));
  const claimsResult = kind === 'completed' || kind === 'completed-before-cancel';
  return {
    kind,
    confirmed: 'confirmed' in outcome ? outcome.confirmed : null,
    rules: [...new Set(byGravity.map(({ rule }) => rule))],
    result: claimsResult ? (text === result ? 'true' : 'false') : 'none',
  };
}

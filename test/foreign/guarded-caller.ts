import type { PlanBounds } from '../../src/contract/bounds.ts';
import { delegate, followTask } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { Outcome } from '../../src/guard/outcome.ts';
import type { PeerCapabilityCache } from '../../src/trust/peer-capability-cache.ts';
import type { Scene } from './scenes.ts';

export interface GuardedWork {
  readonly cardUrl: string;
  readonly scene: Scene;
  readonly trust: PeerCapabilityCache;
  /** From the task's beginning until it is cancelled or left, where the scene does that. */
  readonly afterMs: number;
}

const CANCEL_WATCH: Partial<PlanBounds> = {
  cancelWatch: { ms: 3_000, source: 'task-class' },
  cancelWatchMost: { ms: 20_000, source: 'task-class' },
};

/** How long a caller that came back waits for the end of its task. */
const PATIENCE_MS = 6_000;

/** Delegates the work of a scene guarded. What is learned of an agent in one scene is known in the next. */
export async function delegateGuarded({ cardUrl, scene, trust, afterMs }: GuardedWork): Promise<Outcome> {
  const options: DelegateOptions = { trust, canary: 'hello', bounds: CANCEL_WATCH, timeoutMs: 60_000, aftercareMs: 0 };
  const beside = scene.beside === undefined ? undefined : delegate(cardUrl, scene.beside, options);
  const leave = new AbortController();
  let taskId = '';
  let timer: NodeJS.Timeout | undefined;
  const running: ReturnType<typeof delegate> = delegate(cardUrl, scene.text, {
    ...options,
    detach: true,
    signal: leave.signal,
    onEvent: (event) => {
      if (event.kind !== 'opened') return;
      taskId = event.taskId;
      if (scene.cancels) timer = setTimeout(() => running.cancel(), afterMs);
      if (scene.leaves) timer = setTimeout(() => leave.abort(), afterMs);
    },
  });
  try {
    const outcome = await running.outcome;
    const other = await beside?.outcome;
    // What two tasks take from each other is found in the one that is seen second.
    if (other !== undefined) return { ...outcome, findings: [...outcome.findings, ...other.findings] };
    if (!scene.leaves) return outcome;
    return await followTask(cardUrl, taskId, { ...options, timeoutMs: PATIENCE_MS }).outcome;
  } finally {
    clearTimeout(timer);
  }
}

import { delegate } from '../guard/delegate.ts';
import type { Outcome } from '../guard/outcome.ts';
import type { CallerWork } from './caller.ts';
import { ANSWER, workOf } from './scene.ts';
import { boundsFor } from './times.ts';

/** What a guarded caller went away with. */
export interface GuardedResult {
  readonly outcome: Outcome;
  /** States and artifacts that reached the caller after its cancel. */
  readonly passedAfterCancel: number;
  readonly tookMs: number;
}

/** Delegates the same work guarded. */
export async function delegateGuarded({ url, scene, times, onEvent, signal }: CallerWork): Promise<GuardedResult> {
  let canceling = false;
  let passedAfterCancel = 0;
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  const running = delegate(url, workOf(scene), {
    bounds: boundsFor(times),
    aftercareMs: 0,
    ...(signal === undefined ? {} : { signal }),
    ...(scene.asks === undefined ? {} : { answer: () => [{ data: ANSWER, mediaType: 'application/json' }] }),
    onEvent: (event) => {
      if (event.kind === 'canceling') canceling = true;
      if (canceling && (event.kind === 'state' || event.kind === 'artifact')) passedAfterCancel++;
      if (event.kind === 'opened' && scene.cancels) timer = setTimeout(() => running.cancel(), times.cancelAfterMs);
      onEvent(event);
    },
  });
  try {
    const outcome = await running.outcome;
    return { outcome, passedAfterCancel, tookMs: performance.now() - startedAt };
  } finally {
    clearTimeout(timer);
  }
}

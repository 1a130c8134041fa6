import { delegate } from '../guard/delegate.ts';
import type { DelegationEvent } from '../guard/delegation-event.ts';
import type { Outcome } from '../guard/outcome.ts';
import { boundsFor, type DemoTimes } from './times.ts';

export interface GuardedWork {
  readonly url: string;
  readonly text: string;
  readonly cancelAfterMs: number | undefined;
  readonly times: DemoTimes;
  readonly onEvent: (event: DelegationEvent) => void;
  readonly signal: AbortSignal | undefined;
}

/** What a guarded caller went away with. */
export interface GuardedResult {
  readonly outcome: Outcome;
  /** States and artifacts that reached the caller after its cancel. */
  readonly passedAfterCancel: number;
  readonly tookMs: number;
}

/** Delegates the same work guarded. */
export async function delegateGuarded(work: GuardedWork): Promise<GuardedResult> {
  let canceling = false;
  let passedAfterCancel = 0;
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  const running = delegate(work.url, work.text, {
    bounds: boundsFor(work.times),
    ...(work.signal === undefined ? {} : { signal: work.signal }),
    onEvent: (event) => {
      if (event.kind === 'canceling') canceling = true;
      if (canceling && (event.kind === 'state' || event.kind === 'artifact')) passedAfterCancel++;
      if (event.kind === 'opened' && work.cancelAfterMs !== undefined) {
        timer = setTimeout(() => running.cancel(), work.cancelAfterMs);
      }
      work.onEvent(event);
    },
  });
  try {
    const outcome = await running.outcome;
    return { outcome, passedAfterCancel, tookMs: performance.now() - startedAt };
  } finally {
    clearTimeout(timer);
  }
}

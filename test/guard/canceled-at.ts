import { delegate } from '../../src/guard/delegate.ts';
import type { DelegateOptions } from '../../src/guard/delegate-options.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import type { Outcome } from '../../src/guard/outcome.ts';

/** Delegates work and cancels it when the first event of a kind is told, however long that takes. */
export function canceledAt(
  kind: DelegationEvent['kind'],
  url: string,
  work: string,
  options: DelegateOptions,
): Promise<Outcome> {
  const running = delegate(url, work, {
    ...options,
    onEvent: (event) => {
      if (event.kind === kind) running.cancel();
    },
  });
  return running.outcome;
}

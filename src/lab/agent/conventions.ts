import type { DialectName } from '../exchange.ts';

/** Where the dialects ask for different behaviour, not only for different bytes. */
export interface Conventions {
  /** Subscribing to an ended task: a stream of the task alone, or an error (1.0 §3.1.6). */
  readonly subscribeToEnded: 'snapshot' | 'error';
  /** Canceling a canceled task: the task again (1.0 §3.3.1), or an error (0.x). */
  readonly cancelTwice: 'task' | 'error';
  /** The refusal where no extended card is declared (1.0 §3.1.11, 0.3 §8.2). */
  readonly noExtendedCard: 'unsupported-operation' | 'extended-card-not-configured' | 'nothing-there';
}

export const conventions: Readonly<Record<DialectName, Conventions>> = {
  '0.2': { subscribeToEnded: 'snapshot', cancelTwice: 'error', noExtendedCard: 'nothing-there' },
  '0.3': { subscribeToEnded: 'snapshot', cancelTwice: 'error', noExtendedCard: 'extended-card-not-configured' },
  '1.0': { subscribeToEnded: 'error', cancelTwice: 'task', noExtendedCard: 'unsupported-operation' },
};

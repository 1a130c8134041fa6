import type { Exchange } from '../../exchange.ts';

/** The same message, to be answered when its task has ended or waits. */
export function waitForAnswer(exchange: Exchange): Exchange {
  return { ...exchange, operation: 'send', params: { ...exchange.params, blocking: true } };
}

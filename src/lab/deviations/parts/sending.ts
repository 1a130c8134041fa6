import type { Exchange } from '../../exchange.ts';

/** The same message, to be answered when its task has ended or waits. */
export function waitForAnswer(exchange: Exchange): Exchange {
  return { ...exchange, operation: 'send', params: { ...exchange.params, blocking: true } };
}

/** Whether a message begins a task, or answers without one. */
export function isFirstMessage({ operation, params }: Exchange): boolean {
  return (operation === 'send' || operation === 'stream') && params.message?.taskId === undefined;
}

import type { Observe, Vantage } from '../observation.ts';

/** A frame that cannot be understood is lost, and its stream goes on. */
export function tellLostFrame(vantage: Vantage, received: number, observe: Observe): void {
  const detail = `a frame could not be understood as an answer to ${vantage.operation}`;
  observe({ kind: 'defect', defect: 'lost-frame', detail, vantage, received });
}

/** A success that cannot be understood is no answer at all. */
export function tellNoAnswer(vantage: Vantage, status: number, received: number, observe: Observe): void {
  const message =
    `The peer answered ${vantage.operation} with HTTP ${status} and a body that is no answer to it. ` +
    'Check that the URL is that of an A2A interface and that its binding is the one in the card.';
  observe({ kind: 'failure', reason: 'unreadable', message, sent: true, vantage, received });
}

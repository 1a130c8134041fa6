import type { Defect, Observe, Vantage } from '../observation.ts';
import { MAX_DEPTH } from './json-scan.ts';

/** Tells a defect. */
export function tell(defect: Defect, detail: string, vantage: Vantage, received: number, observe: Observe): void {
  observe({ kind: 'defect', defect, detail, vantage, received });
}

/** Whether a frame holds nothing at all, which is told and is no loss. */
export function isEmptyFrame(data: string, vantage: Vantage, received: number, observe: Observe): boolean {
  if (data !== '') return false;
  tell('empty-frame', 'an event has no data', vantage, received, observe);
  return true;
}

/** A payload that cannot be understood: as a frame it is lost, and its stream goes on; as an answer it is none. */
export function tellUnreadable(vantage: Vantage, status: number, received: number, observe: Observe): void {
  if (vantage.channel === 'stream') tellLost(vantage, received, observe);
  else tellNoAnswer(vantage, status, received, observe);
}

/** An answer that is nested deeper than it is read. A frame of that kind has been told already; its stream has a hole. */
export function tellTooDeep(vantage: Vantage, received: number, observe: Observe): void {
  if (vantage.channel === 'stream') return;
  const message =
    `The peer answered ${vantage.operation} with JSON that is nested more than ${MAX_DEPTH} deep, which is not read. ` +
    'Ask the vendor for a flatter result, or for one that is sent by URL.';
  observe({ kind: 'failure', reason: 'too-large', message, sent: true, vantage, received });
}

/** A frame or a delivery that cannot be understood. */
export function tellLost(vantage: Vantage, received: number, observe: Observe): void {
  const what = vantage.channel === 'push' ? 'a delivery' : 'a frame';
  tell(
    'lost-frame',
    `${what} could not be understood as an answer to ${vantage.operation}`,
    vantage,
    received,
    observe,
  );
}

/** A success that is no answer to what was asked. */
export function tellNoAnswer(vantage: Vantage, status: number, received: number, observe: Observe): void {
  const message =
    `The peer answered ${vantage.operation} with HTTP ${status} and a body that is no answer to it. ` +
    'Check that the URL is that of an A2A interface and that its binding is the one in the card.';
  observe({ kind: 'failure', reason: 'unreadable', message, sent: true, vantage, received });
}

/** Takes observations that are not to be told, since another one will say it better. */
export function ignore(): void {}

import { isStreaming } from '../call.ts';
import { excerpt } from '../excerpt.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { Observe, Vantage } from '../observation.ts';
import type { Dialect } from '../operation.ts';
import { tell } from './telling.ts';

export const NO_VERSION = 'the member jsonrpc is not "2.0"';

/** The envelope that a payload is, or the only one of a batch. */
export function envelopeOf(value: unknown): JsonObject | undefined {
  return asObject(Array.isArray(value) && value.length === 1 ? value[0] : value);
}

/** Whether it is an answer by JSON-RPC, rather than anything else that may come with an HTTP error. */
export function isAnswer(envelope: JsonObject): boolean {
  return envelope['jsonrpc'] !== undefined && (envelope['error'] !== undefined || envelope['result'] !== undefined);
}

/** Tells what is odd about an error and the envelope that holds it. */
export function tellErrorForm(
  envelope: JsonObject,
  given: unknown,
  dialect: Dialect,
  vantage: Vantage,
  status: number,
  received: number,
  observe: Observe,
): void {
  const error = asObject(given);
  if (!Number.isInteger(error?.['code']) || typeof error?.['message'] !== 'string') {
    tell('error-shape', 'a JSON-RPC error needs an integer code and a message', vantage, received, observe);
  }
  if (envelope['jsonrpc'] !== '2.0') tell('envelope', NO_VERSION, vantage, received, observe);
  if (envelope['result'] !== undefined) {
    tell('envelope', 'a result stands beside the error', vantage, received, observe);
  }
  if (status !== 200 && !mayFail(status, dialect, vantage)) {
    tell('http-status', `a JSON-RPC error came with HTTP ${status}`, vantage, received, observe);
  }
  // JSON-RPC 2.0, 5: the id is null where the request could not be read.
  const unread = error?.['code'] === -32700 || error?.['code'] === -32600;
  if (!(unread && envelope['id'] === null)) tellRpcId(envelope['id'], vantage, received, observe);
}

/** Who may ask is decided by HTTP; 0.2 also lets a stream that cannot be opened fail by its status (0.2 §7.2). */
function mayFail(status: number, dialect: Dialect, { operation }: Vantage): boolean {
  return status === 401 || status === 403 || (dialect === '0.2' && isStreaming(operation));
}

/** An id, in quotes where it is a text: else “1” couldn't be told from the number 1. */
function idOf(id: unknown): string {
  return typeof id === 'string' ? `“${excerpt(id)}”` : excerpt(id);
}

/** Tells an answer that belongs to another request. */
export function tellRpcId(id: unknown, vantage: Vantage, received: number, observe: Observe): void {
  const { rpcId } = vantage.request;
  if (rpcId === undefined || id === rpcId) return;
  const detail = `the answer carries the id ${idOf(id)}, and the request had ${idOf(rpcId)}`;
  tell('rpc-id', detail, vantage, received, observe);
}

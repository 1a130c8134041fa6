import type { Operation } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { HttpAnswer, HttpRequest } from '../http-message.ts';
import type { JsonObject } from '../model.ts';
import type { Dialect } from './dialect.ts';
import { asObject } from './json.ts';
import { type Asked, askedVersion, type Responder } from './responder.ts';

/** Reads a JSON-RPC request. Every answer has HTTP status 200; errors are told in the envelope. */
export function readRpc(dialect: Dialect, request: HttpRequest): Asked {
  const envelope = parse(request.body);
  const { id, jsonrpc, method, params = {} } = (asObject(envelope) ?? {}) as { [key: string]: unknown };
  const known = typeof id === 'string' || typeof id === 'number';
  const responder = createResponder(dialect, known ? id : null);
  const refuse = (refusal: Fault): Asked => ({ responder, operation: 'other', params: {}, refusal });

  if (envelope === undefined) return refuse(new Fault('parse-error', 'Invalid JSON payload.'));
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !known) {
    return refuse(new Fault('invalid-request', 'Not a JSON-RPC 2.0 request with an id.'));
  }
  const refusal = dialect.checkVersion(askedVersion(request));
  const operation = operationOf(dialect, method);
  if (operation === undefined) return refuse(refusal ?? new Fault('method-not-found', `Method not found: ${method}`));
  const fields = asObject(params);
  if (fields === undefined) return refuse(refusal ?? new Fault('invalid-params', 'params must be an object.'));
  return { responder, operation, params: dialect.codec.readParams(operation, fields), refusal };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function operationOf({ methods }: Dialect, method: string): Operation | undefined {
  const found = Object.entries(methods).find(([, name]) => name === method);
  return found?.[0] as Operation | undefined;
}

function createResponder({ codec, errors }: Dialect, id: string | number | null): Responder {
  const envelope = (content: JsonObject) => JSON.stringify({ jsonrpc: '2.0', id, ...content });
  const answer = (content: JsonObject, status = 200): HttpAnswer => ({
    status,
    type: 'application/json',
    body: envelope(content),
  });
  return {
    result: (operation, reply) => answer({ result: codec.writeResult(operation, reply) }),
    fault: (fault) => ({ ...answer({ error: errors.writeRpc(fault) }, fault.status), headers: fault.headers }),
    frame: (event) => envelope({ result: codec.writeEvent(event) }),
    faultFrame: (fault) => envelope({ error: errors.writeRpc(fault) }),
  };
}

import type { Operation } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { JsonObject } from '../model.ts';
import type { Dialect } from './dialect.ts';
import { asObject } from './json.ts';
import { type Asked, askedVersion, type HttpAnswer, type HttpRequest, type Responder } from './responder.ts';

/** Reads a JSON-RPC request. Every answer has HTTP status 200; errors are told in the envelope. */
export function readRpc(dialect: Dialect, request: HttpRequest): Asked {
  let parsed: unknown;
  try {
    parsed = JSON.parse(request.body);
  } catch {
    return { responder: createResponder(dialect, null), fault: new Fault('parse-error', 'Invalid JSON payload.') };
  }
  const envelope = asObject(parsed) ?? {};
  const { id, jsonrpc, method, params = {} } = envelope as { [key: string]: unknown };
  const known = typeof id === 'string' || typeof id === 'number';
  const responder = createResponder(dialect, known ? id : null);
  const refuse = (fault: Fault): Asked => ({ responder, fault });

  if (jsonrpc !== '2.0' || typeof method !== 'string' || !known) {
    return refuse(new Fault('invalid-request', 'Not a JSON-RPC 2.0 request with an id.'));
  }
  const wrongVersion = dialect.checkVersion(askedVersion(request));
  if (wrongVersion !== undefined) return refuse(wrongVersion);
  const operation = operationOf(dialect, method);
  if (operation === undefined) return refuse(new Fault('method-not-found', `Method not found: ${method}`));
  const fields = asObject(params);
  if (fields === undefined) return refuse(new Fault('invalid-params', 'params must be an object.'));
  return { responder, operation, params: dialect.codec.readParams(operation, fields) };
}

function operationOf({ methods }: Dialect, method: string): Operation | undefined {
  const found = Object.entries(methods).find(([, name]) => name === method);
  return found?.[0] as Operation | undefined;
}

function createResponder({ codec, errors }: Dialect, id: string | number | null): Responder {
  const envelope = (content: JsonObject) => JSON.stringify({ jsonrpc: '2.0', id, ...content });
  const answer = (content: JsonObject): HttpAnswer => ({
    status: 200,
    type: 'application/json',
    body: envelope(content),
  });
  return {
    result: (operation, reply) => answer({ result: codec.writeResult(operation, reply) }),
    fault: (fault) => answer({ error: errors.writeRpc(fault) }),
    frame: (event) => envelope({ result: codec.writeEvent(event) }),
    faultFrame: (fault) => envelope({ error: errors.writeRpc(fault) }),
  };
}

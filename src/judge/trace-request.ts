import { requestFacts } from '../protocol/call.ts';
import { contentDigest } from '../protocol/content-digest.ts';
import { asObject, asText, type JsonObject } from '../protocol/json.ts';
import type { Probe } from '../protocol/observation.ts';
import { type Binding, type Dialect, OPERATIONS } from '../protocol/operation.ts';
import { pathOf, type ReadRequest, readRequest } from '../protocol/read/request.ts';
import { readCall } from '../protocol/read/request-call.ts';
import { jsonOfGrpc } from './grpc-json.ts';
import { isTooDeep, TOO_DEEP } from './nesting.ts';
import { headersOf } from './trace-line.ts';

/** The interface that a trace is known to be about by now. */
export type Spoken = { readonly dialect: Dialect; readonly binding: Binding } | undefined;

/**
 * The request that a `req` line shows; `undefined` for one that is none of A2A, such as the fetching of a card. A request
 * that is wrong on purpose is read as one of the operations, and says by `probe` what is wrong with it.
 */
export function readTraceRequest(json: JsonObject, spoken: Spoken): ReadRequest | undefined {
  if (isTooDeep(json['body'])) return undefined;
  const method = asText(json['method']) ?? '';
  if (method.startsWith('grpc ')) return readGrpc(method.slice(5), json['body']);
  const path = asText(json['path']) ?? '';
  const headers = headersOf(json);
  const { body } = json;
  const read = readRequest({ method, path, headers, body });
  if (read !== undefined) return marked(read);
  if (method !== 'POST') return undefined;
  const dialect: Dialect = headers['a2a-version']?.startsWith('1.') ? '1.0' : (spoken?.dialect ?? '0.3');
  const rpc = asObject(body);
  if (rpc?.['jsonrpc'] !== undefined) {
    const { id } = rpc;
    const rpcId = typeof id === 'string' || typeof id === 'number' ? { rpcId: id } : {};
    return wrong(path, dialect, 'JSONRPC', 'unknown-method', rpcId);
  }
  return typeof body === 'string' && body !== ''
    ? wrong(path, dialect, spoken?.binding ?? 'JSONRPC', 'malformed-body', {})
    : undefined;
}

/** Why a `req` line is no request that is read. */
export function whyUnread(json: JsonObject): string {
  return isTooDeep(json['body']) ? TOO_DEEP : 'no request of A2A';
}

/** Two messages of different content are two, whatever their ids: a recording may be of several callers. */
function marked(read: ReadRequest): ReadRequest {
  if (!('message' in read.call)) return read;
  return { ...read, facts: { ...read.facts, messageMark: contentDigest(undefined, read.call.message) } };
}

function wrong(
  path: string,
  dialect: Dialect,
  binding: Binding,
  probe: Probe,
  more: { rpcId?: string | number },
): ReadRequest {
  const call = { operation: 'GetTask', taskId: '' } as const;
  const facts = { ...requestFacts(call, more), probe };
  return { call, dialect, binding, facts, interfacePath: pathOf({ path }), tenant: undefined };
}

/** The methods of the gRPC service are called as the operations, and clients write them with a small letter. */
function readGrpc(method: string, body: unknown): ReadRequest | undefined {
  const operation = OPERATIONS.find((known) => known.toLowerCase() === method.toLowerCase());
  if (operation === undefined) return undefined;
  const message = asObject(jsonOfGrpc(body)) ?? {};
  const call = readCall(operation, message);
  const to = { interfacePath: '', tenant: asText(message['tenant']) };
  return marked({ call, dialect: '1.0', binding: 'GRPC', facts: requestFacts(call), ...to });
}

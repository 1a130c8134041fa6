import type { IncomingMessage } from 'node:http';
import { scanJson } from '../../protocol/bindings/json-scan.ts';
import { asObject, asText, type JsonObject } from '../../protocol/json.ts';
import type { Binding, Dialect } from '../../protocol/operation.ts';
import { type ReadRequest, readRequest } from '../../protocol/read/request.ts';
import type { AnswerForm } from './error-answer.ts';

/** What a caller asks, as far as it could be read. */
export interface IncomingCall {
  /** How to answer it. */
  readonly form: AnswerForm;
  /** `undefined` for what is no call of A2A: it passes as it is. */
  readonly read: ReadRequest | undefined;
  /** The JSON of its body, if that is an object. */
  readonly json: JsonObject | undefined;
  /** The path of the interface that it is made to, without the route of the call. */
  readonly interfacePath: string;
  readonly tenant: string | undefined;
  /** What is wrong with it for everybody. */
  readonly flaw: 'batch' | 'depth' | 'duplicate-key' | undefined;
}

/** What the peer's card says of the interface that a request goes to. */
export interface KnownInterface {
  readonly dialect: Dialect;
  readonly binding: Binding;
}

/** Reads a request. `known` is what is at its path by the card, if anything. */
export function readIncoming(
  request: IncomingMessage,
  path: string,
  body: Buffer,
  known: KnownInterface | undefined,
): IncomingCall {
  const { method = 'GET', headers } = request;
  const text = body.length === 0 ? undefined : body.toString('utf8');
  const scan = text === undefined ? undefined : scanJson(text);
  const value = text === undefined || scan?.kind === 'depth' ? undefined : parse(text);
  const json = asObject(value);
  const rpc =
    method === 'POST' && (Array.isArray(value) || json?.['method'] !== undefined || json?.['jsonrpc'] !== undefined);
  const read = readRequest({
    method,
    path,
    headers: {
      'a2a-version': one(headers['a2a-version']),
      'a2a-extensions': one(headers['a2a-extensions']),
      'x-a2a-extensions': one(headers['x-a2a-extensions']),
    },
    body: json,
  });
  // Calls of JSON-RPC are posted, whatever else the interface at a path is asked for.
  const expected = method === 'POST' ? known?.binding : undefined;
  const binding: Binding = rpc ? 'JSONRPC' : (read?.binding ?? expected ?? 'HTTP+JSON');
  const form: AnswerForm = { dialect: dialectOf(read, headers, known), binding, rpcId: rpc ? rpcIdOf(json) : null };
  return {
    form,
    read: read === undefined ? undefined : { ...read, dialect: form.dialect },
    json,
    interfacePath: read?.binding === 'HTTP+JSON' ? read.interfacePath : path,
    tenant: asText(asObject(json?.['params'])?.['tenant']),
    flaw: Array.isArray(value) && rpc ? 'batch' : scan?.kind,
  };
}

/** 0.2 can't be told from 0.3 by a request, so the card decides; what no request says, it decides too. */
function dialectOf(
  read: ReadRequest | undefined,
  headers: IncomingMessage['headers'],
  known: KnownInterface | undefined,
): Dialect {
  if (read === undefined) return one(headers['a2a-version'])?.startsWith('1') ? '1.0' : (known?.dialect ?? '1.0');
  return read.dialect === '0.3' && known?.dialect === '0.2' ? '0.2' : read.dialect;
}

function rpcIdOf(json: JsonObject | undefined): unknown {
  const id = json?.['id'];
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

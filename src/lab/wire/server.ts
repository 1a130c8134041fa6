import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Binding } from '../card.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Ledger } from '../ledger.ts';
import { readCardRequest } from './card-request.ts';
import type { Dialect } from './dialect.ts';
import { readHttp } from './http-json.ts';
import { readRpc } from './json-rpc.ts';
import { readBody } from './read-body.ts';
import { respond, sendAnswer } from './respond.ts';
import type { Asked, HttpRequest } from './responder.ts';

/** Where the HTTP+JSON interface of a peer is; JSON-RPC is at the root. */
export const httpJsonPath = '/rest';

export interface PeerServerOptions {
  readonly dialect: Dialect;
  readonly bindings: readonly Binding[];
  /** Never rejects. */
  readonly handle: Handler;
  readonly ledger: Ledger;
  readonly maxBodyBytes: number;
}

interface Found {
  readonly binding: Binding;
  readonly asked: Asked;
}

/** An HTTP server that speaks one dialect over the bindings given, and writes down what it hears and says. */
export function createPeerServer(options: PeerServerOptions): Server {
  const { ledger } = options;
  let count = 0;

  const serve = async (request: HttpRequest, { binding, asked }: Found, response: ServerResponse) => {
    const number = ++count;
    const bytes = Buffer.byteLength(request.body);
    if ('fault' in asked) {
      const { reason } = asked.fault;
      const answer = asked.responder.fault(asked.fault);
      ledger.add({ kind: 'request', exchange: number, bytes });
      ledger.add({ kind: 'answer', exchange: number, fault: reason, status: answer.status });
      return sendAnswer(response, answer);
    }
    const { operation, params, responder } = asked;
    const { taskId = params.message?.taskId } = params;
    ledger.add({ kind: 'request', exchange: number, operation, taskId, messageId: params.message?.messageId, bytes });
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { headers } = request;
    const dialect = options.dialect.name;
    const exchange: Exchange = { number, operation, params, dialect, binding, headers, signal: gone.signal };
    const reply = await options.handle(exchange);
    await respond({ exchange, responder, response, ledger }, reply);
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(incoming, options.maxBodyBytes);
    if (body === undefined) {
      response.setHeader('connection', 'close');
      return refuse(response, 413, `The request body is larger than ${options.maxBodyBytes} bytes.`);
    }
    const request = requestOf(incoming, body);
    const found = request && route(options, request);
    if (request === undefined || found === undefined) return refuse(response, 404, 'There is nothing here.');
    await serve(request, found, response);
  };

  return createServer((incoming, response) => {
    // What fails here has lost its caller: the body broke off or the socket is gone.
    answer(incoming, response).catch(() => response.destroy());
  });
}

function route({ dialect, bindings }: PeerServerOptions, request: HttpRequest): Found | undefined {
  const { method, path } = request;
  if (method === 'GET' && path === dialect.cardPath) return { binding: 'JSONRPC', asked: readCardRequest(dialect) };
  if (path === '/' && method === 'POST' && bindings.includes('JSONRPC')) {
    return { binding: 'JSONRPC', asked: readRpc(dialect, request) };
  }
  if (dialect.http !== undefined && path.startsWith(`${httpJsonPath}/`) && bindings.includes('HTTP+JSON')) {
    const below = path.slice(httpJsonPath.length);
    return { binding: 'HTTP+JSON', asked: readHttp(dialect, dialect.http, below, request) };
  }
  return undefined;
}

function requestOf({ method, url = '/', headers }: IncomingMessage, body: string): HttpRequest | undefined {
  // A request target may also be absolute or "*"; only the path counts, and only if it is one.
  const target = URL.parse(url, 'http://peer');
  if (target === null) return undefined;
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return { method, path: target.pathname, query: target.searchParams, headers: Object.fromEntries(flat), body };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendAnswer(response, { status, type: 'application/json', body: JSON.stringify({ error: message }) });
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Binding } from '../card.ts';
import { type Endpoint, findEndpoint } from '../endpoint.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { HttpRequest } from '../http-message.ts';
import type { Ledger } from '../ledger.ts';
import { readCardRequest } from './card-request.ts';
import type { Dialect } from './dialect.ts';
import { readHttp } from './http-json.ts';
import { readRpc } from './json-rpc.ts';
import { readBody } from './read-body.ts';
import { respond, sendAnswer } from './respond.ts';
import type { Asked } from './responder.ts';

export interface PeerServerOptions {
  readonly dialect: Dialect;
  readonly endpoints: readonly Endpoint[];
  /** Never rejects. */
  readonly handle: Handler;
  /** Takes requests that are none of A2A, such as web-hook calls of the agent behind; false leaves them alone. */
  readonly elsewhere: (request: HttpRequest, response: ServerResponse) => boolean;
  readonly ledger: Ledger;
  readonly maxBodyBytes: number;
}

interface Found {
  readonly binding: Binding;
  readonly endpoint: number | undefined;
  readonly request: HttpRequest;
  readonly asked: Asked;
}

/** An HTTP server that speaks one dialect at its endpoints, and writes down what it hears and says. */
export function createPeerServer(options: PeerServerOptions): Server {
  const { ledger } = options;
  let count = 0;

  const serve = async ({ binding, endpoint, asked, request }: Found, response: ServerResponse) => {
    const number = ++count;
    const { operation, params, refusal, responder } = asked;
    const { taskId = params.message?.taskId } = params;
    const bytes = Buffer.byteLength(request.body);
    ledger.add({ kind: 'request', exchange: number, operation, taskId, messageId: params.message?.messageId, bytes });
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { headers } = request;
    const dialect = options.dialect.name;
    const { signal } = gone;
    const facts = { number, operation, params, refusal, dialect, binding, endpoint };
    const exchange: Exchange = { ...facts, request, headers, signal };
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
    if (request === undefined) return refuse(response, 404, 'There is nothing here.');
    if (!options.elsewhere(request, response)) await serve(find(options, request), response);
  };

  return createServer((incoming, response) => {
    // What fails here has lost its caller: the body broke off or the socket is gone.
    answer(incoming, response).catch(() => response.destroy());
  });
}

function find({ dialect, endpoints }: PeerServerOptions, whole: HttpRequest): Found {
  const found = findEndpoint(endpoints, whole.path);
  const request = { ...whole, path: found?.below ?? whole.path };
  if (found?.endpoint.binding === 'JSONRPC' && whole.method === 'POST') {
    return { binding: 'JSONRPC', endpoint: found.index, request, asked: readRpc(dialect, request) };
  }
  if (found?.endpoint.binding === 'HTTP+JSON' && dialect.http !== undefined) {
    return { binding: 'HTTP+JSON', endpoint: found.index, request, asked: readHttp(dialect, dialect.http, request) };
  }
  return { binding: 'JSONRPC', endpoint: undefined, request: whole, asked: readCardRequest(dialect, whole) };
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

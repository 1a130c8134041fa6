import type { Card, Interface } from '../card.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Exchange, Reply, Upstream } from '../exchange.ts';
import { Fault } from '../fault.ts';
import { type Dress, withHeaders } from '../http-message.ts';
import type { Dialect } from '../wire/dialect.ts';
import { asObject } from '../wire/json.ts';
import { type BindingCalls, httpCalls, rpcCalls } from './binding-calls.ts';
import { callHttp, passedOn, type Response, readText } from './http-call.ts';
import { passOn } from './pass-on.ts';
import { readAnswer, readEvents } from './read-answer.ts';

/** What the card of another agent says of where it is. */
export interface Located {
  readonly cardUrl: string;
  readonly interfaces: readonly Interface[];
}

/** Reads the card of an agent. @param card its url; one without a path means the well-known place */
export async function locateUpstream(dialect: Dialect, card: string): Promise<Located> {
  const asked = new URL(card);
  const cardUrl = asked.pathname === '/' ? new URL(dialect.cardPath, asked).href : asked.href;
  const signal = AbortSignal.timeout(10_000);
  const { card: read } = await fetchCard(dialect, cardUrl, dialect.requestHeaders, signal);
  return { cardUrl, interfaces: read.interfaces };
}

export interface HttpUpstreamOptions extends Located {
  readonly dialect: Dialect;
  readonly endpoints: readonly Endpoint[];
  /** Where callers find what the agent's card says is elsewhere. */
  readonly ownUrl: (endpoint: Endpoint) => string;
}

/**
 * Stands for another agent: what it says is passed on as it says it, but for where its cards say it is. What the lab
 * can't read goes through untouched, both ways.
 */
export function connectUpstream({ dialect, cardUrl, endpoints, ownUrl }: HttpUpstreamOptions): Upstream {
  const closing = new AbortController();

  const moved = (card: Card): Card => {
    const interfaces = card.interfaces.flatMap((each) => {
      const endpoint = endpoints.find(({ binding, upstream }) => binding === each.binding && upstream === each.url);
      return endpoint === undefined ? [] : [{ ...each, url: ownUrl(endpoint) }];
    });
    return { ...card, interfaces };
  };

  const callsFor = ({ endpoint }: Exchange): { calls: BindingCalls; base: string } => {
    const found = endpoint === undefined ? undefined : endpoints[endpoint];
    const calls = found?.binding === 'JSONRPC' ? rpcCalls(dialect) : dialect.http && httpCalls(dialect.http, dialect);
    if (found?.upstream === undefined || calls === undefined)
      throw new Fault('nothing-there', 'There is nothing here.');
    return { calls, base: found.upstream };
  };

  const handle = async (exchange: Exchange): Promise<Reply> => {
    const signal = AbortSignal.any([exchange.signal, closing.signal]);
    if (exchange.operation === 'card') {
      const { card, dress } = await fetchCard(dialect, cardUrl, exchange.headers, signal);
      return { kind: 'card', card: moved(card), dress };
    }
    if (exchange.operation === 'extended-card' && exchange.endpoint === undefined) {
      const url = new URL(dialect.extendedCardPath ?? '', cardUrl).href;
      const { card } = await fetchCard(dialect, url, exchange.headers, signal);
      return { kind: 'card', card: moved(card) };
    }
    const { calls, base } = callsFor(exchange);
    if (exchange.operation === 'other') return passOn(exchange, base, signal);
    const { method, path, body } = calls.write(exchange);
    const headers = { 'content-type': 'application/json', ...dialect.requestHeaders, ...exchange.headers };
    const response = await callHttp({ url: join(base, path), method, body, headers, signal });
    const type = response.headers['content-type'] ?? '';
    const dress = withHeaders(passedOn(response));
    if (type.startsWith('text/event-stream')) return { kind: 'stream', events: readEvents(response, calls), dress };
    const reply = await readAnswer(exchange, response, calls, type).catch(asReply);
    return { ...(reply.kind === 'card' ? { ...reply, card: moved(reply.card) } : reply), dress };
  };

  return { handle, close: async () => closing.abort() };
}

async function fetchCard(
  dialect: Dialect,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ card: Card; dress: Dress }> {
  const response = await callHttp({ url, method: 'GET', headers, signal });
  const body = await readText(response);
  if (refused(response)) {
    throw new Fault('nothing-there', 'The agent behind has no such card.', { status: response.statusCode });
  }
  const card = dialect.readCard(asObject(JSON.parse(body)) ?? {});
  return { card, dress: withHeaders(passedOn(response)) };
}

function asReply(error: unknown): Reply {
  if (error instanceof Fault) return { kind: 'fault', fault: error };
  throw error;
}

function refused({ statusCode = 0 }: Response): boolean {
  return statusCode >= 400;
}

function join(base: string, path: string): string {
  return path === '' ? base : base.replace(/\/$/, '') + path;
}

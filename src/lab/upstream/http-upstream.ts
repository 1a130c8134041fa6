import type { IncomingMessage } from 'node:http';
import type { Binding, Card, Interface } from '../card.ts';
import type { Exchange, Reply, Upstream } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { StreamEvent } from '../model.ts';
import type { Dialect } from '../wire/dialect.ts';
import { asObject } from '../wire/json.ts';
import { type BindingCalls, httpCalls, rpcCalls } from './binding-calls.ts';
import { callHttp, readText } from './http-call.ts';
import { readPayloads } from './sse-reader.ts';

/** Another agent, to be reached over the bindings that its card lists. */
export interface HttpUpstream extends Upstream {
  readonly interfaces: readonly Interface[];
}

/**
 * Reads the card of an agent and stands for the agent from then on: what it says is passed on as it says it, with
 * the interfaces in its card replaced.
 * @param card the agent's card; a url without a path means the well-known place
 * @param own the interfaces that callers are to be sent to
 */
export async function connectUpstream(
  dialect: Dialect,
  card: string,
  own: (bindings: readonly Binding[]) => readonly Interface[],
): Promise<HttpUpstream> {
  const asked = new URL(card);
  const cardUrl = asked.pathname === '/' ? new URL(dialect.cardPath, asked).href : asked.href;
  const closing = new AbortController();

  const fetchCard = async (headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Card> => {
    const response = await callHttp({ url: cardUrl, method: 'GET', headers, signal });
    return dialect.readCard(asObject(JSON.parse(await readText(response))) ?? {});
  };
  const { interfaces } = await fetchCard(dialect.requestHeaders, closing.signal);

  const bindingOf = (exchange: Exchange): { calls: BindingCalls; url: string } => {
    const found = interfaces.find(({ binding }) => binding === exchange.binding);
    if (found === undefined) throw new Fault('unsupported-operation', `The agent has no ${exchange.binding}.`);
    const calls = found.binding === 'JSONRPC' ? rpcCalls(dialect) : dialect.http && httpCalls(dialect.http, dialect);
    if (calls === undefined) throw new Fault('unsupported-operation', `${dialect.name} has no ${found.binding}.`);
    return { calls, url: found.url };
  };

  const handle = async (exchange: Exchange): Promise<Reply> => {
    const signal = AbortSignal.any([exchange.signal, closing.signal]);
    if (exchange.operation === 'card') {
      const fetched = await fetchCard(exchange.headers, signal);
      return { kind: 'card', card: { ...fetched, interfaces: own(fetched.interfaces.map(({ binding }) => binding)) } };
    }
    const { calls, url } = bindingOf(exchange);
    const { method, path, body } = calls.write(exchange);
    const target = url.replace(/\/$/, path === '' ? '/' : '') + path;
    const headers = { 'content-type': 'application/json', ...dialect.requestHeaders, ...exchange.headers };
    const response = await callHttp({ url: target, method, body, headers, signal });
    const type = response.headers['content-type'] ?? '';
    if (type.startsWith('text/event-stream')) return { kind: 'stream', events: readEvents(response, calls) };
    return readAnswer(exchange, response, calls, type);
  };

  return { interfaces, handle, close: async () => closing.abort() };
}

async function readAnswer(
  { operation }: Exchange,
  response: IncomingMessage,
  calls: BindingCalls,
  type: string,
): Promise<Reply> {
  const status = response.statusCode ?? 502;
  const body = await readText(response);
  const json = parse(body);
  if (json === undefined && body !== '') return { kind: 'raw', status, type, body };
  const result = calls.codec.readResult(operation, calls.unwrap(json, status));
  return result ?? { kind: 'raw', status, type, body };
}

async function* readEvents(
  response: IncomingMessage,
  { codec, unwrap }: BindingCalls,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const payload of readPayloads(response as AsyncIterable<string>)) {
    const json = asObject(unwrap(parse(payload), response.statusCode ?? 200));
    if (json !== undefined) yield codec.readEvent(json);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

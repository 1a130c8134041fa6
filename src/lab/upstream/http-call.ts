import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface HttpCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** Headers that belong to one connection, body or cache and mustn't be passed on. */
const ownHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'if-none-match',
  'if-modified-since',
]);

/** The answer of another agent, its head read. */
export type Response = IncomingMessage;

/** Headers of an answer that mean something to a caller of A2A. */
const tellingHeaders = [
  'cache-control',
  'etag',
  'last-modified',
  'www-authenticate',
  'retry-after',
  'a2a-extensions',
  'x-a2a-extensions',
  'a2a-version',
];

/** The headers of an answer that are passed on. */
export function passedOn({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    tellingHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, `${headers[name]}`]])),
  );
}

/** Sends a request and resolves when the answer begins. Rejects if the agent can't be reached. */
export async function callHttp({ url, method, headers, body, signal }: HttpCall): Promise<IncomingMessage> {
  const passed = Object.entries(headers).filter(([name]) => !ownHeaders.has(name) && !name.startsWith('proxy-'));
  const call = url.startsWith('https:') ? requestHttps : requestHttp;
  const request = call(url, { method, headers: Object.fromEntries(passed), signal, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // A connection that breaks is told by the read that follows; nobody listens before.
  response.on('error', () => undefined);
  return response.setEncoding('utf8');
}

/** The whole body of an answer. */
export async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response as AsyncIterable<string>) text += chunk;
  return text;
}

import type { Exchange, Reply } from '../exchange.ts';
import { callHttp, passedOn, readText } from './http-call.ts';

/** Hands a request over as it came, and the answer as it comes. */
export async function passOn({ request, headers }: Exchange, base: string, signal: AbortSignal): Promise<Reply> {
  const { method = 'GET', path, query, body } = request;
  const url = (path === '' ? base : base.replace(/\/$/, '') + path) + (query.size === 0 ? '' : `?${query}`);
  const response = await callHttp({ url, method, headers, body: body === '' ? undefined : body, signal });
  return {
    kind: 'raw',
    status: response.statusCode ?? 502,
    type: response.headers['content-type'] ?? '',
    headers: passedOn(response),
    body: await readText(response),
  };
}

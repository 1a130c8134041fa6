import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Deliver, Delivery } from '../exchange.ts';
import type { Ledger } from '../ledger.ts';
import type { Dialect } from './dialect.ts';

/** How long a web-hook's receiver may take. */
const patienceMs = 10_000;

/**
 * Sends deliveries to web-hooks, those of one config one after another. A delivery that fails is written down and
 * not repeated; the sender never rejects.
 */
export function createPushSender(dialect: Dialect, ledger: Ledger, closing: AbortSignal): Deliver {
  const queues = new Map<string, Promise<void>>();
  return async (delivery) => {
    const { taskId, id } = delivery.config;
    const key = `${taskId} ${id}`;
    const before = queues.get(key) ?? Promise.resolve();
    const sent = before.then(() => send(dialect, ledger, closing, delivery));
    queues.set(key, sent);
    await sent;
    if (queues.get(key) === sent) queues.delete(key);
  };
}

async function send(dialect: Dialect, ledger: Ledger, closing: AbortSignal, delivery: Delivery): Promise<void> {
  const { event, task } = delivery;
  const body = JSON.stringify(dialect.writePush(delivery));
  const entry = { kind: 'push', taskId: task.id, event: event.kind, bytes: Buffer.byteLength(body) } as const;
  const state = event.kind === 'status' ? event.status.state : undefined;
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(patienceMs)]);
    const status = await post(delivery, dialect.pushType, body, signal);
    ledger.add({ ...entry, state, status });
  } catch (error) {
    ledger.add({ ...entry, state, note: `not delivered: ${error instanceof Error ? error.message : 'unknown'}` });
  }
}

async function post({ config }: Delivery, type: string, body: string, signal: AbortSignal): Promise<number> {
  const { url, token, scheme, credentials } = config;
  const headers: Record<string, string> = { 'content-type': type };
  if (token !== undefined) headers['x-a2a-notification-token'] = token;
  if (scheme !== undefined && credentials !== undefined) headers['authorization'] = `${scheme} ${credentials}`;
  const call = url.startsWith('https:') ? requestHttps : requestHttp;
  const request = call(url, { method: 'POST', headers, signal, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

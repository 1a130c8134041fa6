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
    const { taskId, id, url } = delivery.config;
    const key = `${taskId} ${id} ${url}`;
    const before = queues.get(key) ?? Promise.resolve();
    const sent = before.then(() => send(dialect, ledger, closing, delivery));
    queues.set(key, sent);
    await sent;
    if (queues.get(key) === sent) queues.delete(key);
  };
}

async function send(dialect: Dialect, ledger: Ledger, closing: AbortSignal, delivery: Delivery): Promise<void> {
  const { event, task } = delivery;
  const body = bodyOf(dialect, delivery);
  const entry = { kind: 'push', taskId: task.id, event: event.kind, bytes: Buffer.byteLength(body) } as const;
  const state = event.kind === 'status' ? event.status.state : event.kind === 'task' ? task.status.state : undefined;
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(patienceMs)]);
    const status = await post(delivery.config.url, headersOf(dialect, delivery), body, signal);
    ledger.add({ ...entry, state, status });
  } catch (error) {
    ledger.add({ ...entry, state, note: `not delivered: ${error instanceof Error ? error.message : 'unknown'}` });
  }
}

function bodyOf(dialect: Dialect, delivery: Delivery): string {
  const { asItCame, body: change = (same: string) => same } = delivery.call ?? {};
  const whole = asItCame !== undefined && asItCame.event === delivery.event;
  return change(whole ? asItCame.body : JSON.stringify(dialect.writePush(delivery)));
}

function headersOf({ pushType, pushHeaders }: Dialect, { config, call = {} }: Delivery): Record<string, string> {
  const { token, scheme, credentials } = config;
  const asked = {
    'content-type': pushType,
    ...pushHeaders,
    ...(token === undefined ? {} : { 'x-a2a-notification-token': token }),
    ...(scheme === undefined || credentials === undefined ? {} : { authorization: `${scheme} ${credentials}` }),
  };
  // What came from an agent behind is passed on, and nothing is added to it.
  const headers = call.asItCame === undefined ? { ...asked, ...call.headers } : { ...call.headers };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => call.without?.includes(name) !== true));
}

async function post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> {
  const call = url.startsWith('https:') ? requestHttps : requestHttp;
  const request = call(url, { method: 'POST', headers, signal, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

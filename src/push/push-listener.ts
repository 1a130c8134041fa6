import { once } from 'node:events';
import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { anchoredClock, type Clock } from '../http/clock.ts';
import { type NamesOf, strangerIn } from '../options/given-names.ts';
import { readDelivery } from './delivery-body.ts';
import { DeliveryRate } from './delivery-rate.ts';
import { PushError } from './push-error.ts';
import { DEFAULT_PUSH_LIMITS, type PushLimits } from './push-limits.ts';
import { Hook, type PushInterest, type WebHook } from './web-hook.ts';

export interface PushListenerOptions {
  /** The address to listen on, `127.0.0.1` by default. */
  readonly host?: string;
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** Where agents reach the listener, if that is not where it listens: behind a proxy, or by a name. */
  readonly publicUrl?: string;
  /** A certificate and its key in PEM: the listener then speaks https only. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer };
  readonly limits?: Partial<PushLimits>;
  readonly clock?: Clock;
}

/** Receives what agents deliver to web-hooks. */
export interface PushListener {
  /** Where agents reach it. Each web-hook is somewhere below. */
  readonly url: string;
  /** Opens a web-hook for one task. */
  register(interest: PushInterest): WebHook;
  /** Ends every web-hook and every connection. Resolves when nothing is left. */
  close(): Promise<void>;
}

/**
 * Opens a listener for push notifications. One serves any number of tasks: each gets a path, a token and credentials
 * that only its agent is told. A delivery is answered before it is looked at; what has another path is not found.
 *
 * @throws PushError `bad-option`, or `not-listening` where the address can't be had
 */
export async function pushListener(options: PushListenerOptions = {}): Promise<PushListener> {
  checkNames(options);
  const { host = '127.0.0.1', port = 0, publicUrl, tls, clock = anchoredClock } = options;
  const limits: PushLimits = { ...DEFAULT_PUSH_LIMITS, ...options.limits };
  const given = publicUrl === undefined ? undefined : baseOf(publicUrl);
  const hooks = new Map<string, { readonly hook: Hook; readonly rate: DeliveryRate }>();
  let bytesAtOnce = 0;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = clock();
    const entry = hooks.get(pathOf(request, given));
    if (entry === undefined) return refuse(response, 404);
    if (request.method !== 'POST') return refuse(response, 405);
    if (!entry.rate.take()) return refuse(response, 429);
    if (bytesAtOnce + limits.maxBodyBytes > limits.maxBytesAtOnce) return refuse(response, 503);
    bytesAtOnce += limits.maxBodyBytes;
    const body = await readDelivery(request, limits.maxBodyBytes);
    bytesAtOnce -= limits.maxBodyBytes;
    if (body === undefined) return refuse(response, 413);
    const { hook } = entry;
    // Whoever delivers is not kept waiting for what becomes of it.
    response.writeHead(hook.isAuthentic(request.headers) ? 204 : 401).end();
    if (hooks.has(hook.path)) hook.deliver(request.headers, { body, received: clock() }, began);
  }

  const server = createServer(tls, limits);
  server.on('request', (request, response) => void receive(request, response));
  await listen(server, host, port);
  const url = given ?? addressOf(server, tls === undefined ? 'http' : 'https');

  return {
    url,
    register: (interest) => {
      const hook = new Hook(url, interest, clock);
      hooks.set(hook.path, { hook, rate: new DeliveryRate(limits.burst, limits.perSecond, clock) });
      return { registration: hook.registration, vantage: hook.vantage, close: () => void hooks.delete(hook.path) };
    },
    close: async () => {
      hooks.clear();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const OPTIONS: NamesOf<PushListenerOptions> = {
  host: true,
  port: true,
  publicUrl: true,
  tls: true,
  limits: true,
  clock: true,
};

function checkNames(options: PushListenerOptions): void {
  const stranger = strangerIn(options, OPTIONS) ?? strangerIn(options.limits ?? {}, DEFAULT_PUSH_LIMITS, 'limits');
  if (stranger !== undefined) throw new PushError(stranger, { code: 'bad-option' });
}

function createServer(tls: PushListenerOptions['tls'], { requestTimeoutMs, maxConnections }: PushLimits): Server {
  const settings = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
    keepAliveTimeout: 5_000,
  };
  const server = tls === undefined ? createPlain(settings) : createSecure({ ...settings, ...tls });
  server.maxConnections = maxConnections;
  return server;
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new PushError(`The port is ${port}, and has to be a whole number from 0 to 65535.`, { code: 'bad-option' });
  }
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PushError(`No push notifications can be received: ${why}. Choose another host or port.`, {
      code: 'not-listening',
      cause,
    });
  }
}

function addressOf(server: Server, scheme: string): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function baseOf(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.search}${url.hash}${url.username}` !== '') {
    throw new PushError('publicUrl has to be an http or https URL without credentials, query and fragment.', {
      code: 'bad-option',
    });
  }
  return url.href.replace(/\/+$/, '');
}

/** The last segment: a proxy may have taken away what its own URL has before it. */
function pathOf({ url = '' }: IncomingMessage, publicUrl: string | undefined): string {
  const path = url.replace(/[?#].*$/, '');
  return publicUrl === undefined ? path : path.slice(path.lastIndexOf('/'));
}

/** What is refused is not read to its end, so the connection goes, too. */
function refuse(response: ServerResponse, status: 404 | 405 | 413 | 429 | 503): void {
  const more = status === 405 ? { allow: 'POST' } : status === 429 || status === 503 ? { 'retry-after': '1' } : {};
  response.writeHead(status, { connection: 'close', ...more }).end();
}

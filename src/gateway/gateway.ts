import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { DEFAULT_BOUNDS, type PlanBounds } from '../contract/bounds.ts';
import { addressKind, canonicalAddress } from '../http/address.ts';
import { checkOptions } from './check-options.ts';
import { CallerSecrets } from './front/caller-secrets.ts';
import { Front } from './front/front.ts';
import { Principals } from './front/principal.ts';
import { GatewayError } from './gateway-error.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { DEFAULT_GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import type { GatewayOptions, PeerOptions } from './options.ts';
import { Peer } from './peer.ts';
import { Desk } from './sight/desk.ts';

/** A running gateway. */
export interface Gateway {
  /** Where it listens, without a path. */
  readonly url: string;
  /** Where a peer is mounted. */
  urlOf(peer: string): string;
  /** Resolves when each peer's card was looked for. */
  readonly ready: Promise<void>;
  /**
   * Stops: no new work is taken, what is under way may end within `shutdownMs`, then streams are ended and everything is
   * freed, and what outlives it is written. Resolves when nothing is left.
   */
  close(): Promise<void>;
}

const DEFAULT_PORT = 4780;
/** Callers that may come at once: the system resets those for whom there is no room. It has a limit of its own, too. */
const BACKLOG = 4_096;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Starts a gateway before the agents given. It listens on loopback only, since it doesn't know who calls.
 *
 * @throws GatewayError if an option makes no sense or the port is taken, StoreError if its state can't be read
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  checkOptions(options);
  const { port = DEFAULT_PORT, report: tell = () => undefined, lookup, state } = options;
  const host = loopback(options.host ?? '127.0.0.1');
  checkPeers(options.peers);
  const limits: GatewayLimits = { ...DEFAULT_GATEWAY_LIMITS, ...options.limits };
  const bounds: PlanBounds = { ...DEFAULT_BOUNDS, ...options.bounds };
  const secrets = new CallerSecrets();
  const report = (event: GatewayEvent): void => tell(secrets.without(event));
  const desk = new Desk(limits, bounds, report, state);
  const peers = options.peers.map((peer) => new Peer(peer, { limits, lookup, report }));
  const names = {
    hosts: new Set((options.hosts ?? []).map((name) => name.toLowerCase())),
    proxies: new Set((options.trustedProxies ?? []).map((address) => canonicalAddress(address) ?? address)),
  };
  const front = new Front(desk, names, peers, { principals: new Principals(state?.callerKey), secrets });
  await desk.ends.load(peers);
  const server = createFront(front, limits);
  await listen(server, host, port);
  const url = urlOf(host, (server.address() as AddressInfo).port);
  const ready = Promise.all(peers.map((peer) => peer.readCard())).then(() => undefined);
  return {
    url,
    urlOf: (peer) => `${url}/${peer}`,
    ready,
    close: async () => {
      front.closing = true;
      await stop(server, limits.shutdownMs, () => desk.close());
      await Promise.all(peers.map((peer) => peer.close()));
      await ready;
      await Promise.all([desk.ends.flush(), state?.trust.flush().catch(state.onError)]);
    },
  };
}

/** The address to listen on, as it was given. The unspecified ones stand for every address of the machine. */
function loopback(host: string): string {
  if (host === 'localhost') return '127.0.0.1';
  const address = canonicalAddress(host);
  if (addressKind(host) === 'loopback' && address !== '0.0.0.0' && address !== '::') return host;
  throw new GatewayError(
    `The gateway can't listen on ${host}: it does not know who calls, so it listens on loopback only (127.0.0.1 or ::1).`,
    { code: 'not-loopback' },
  );
}

function createFront(front: Front, limits: GatewayLimits): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.requestHeadersMs,
      requestTimeout: limits.requestHeadersMs + limits.requestBodyMs,
      connectionsCheckingInterval: Math.max(100, Math.min(1_000, limits.requestHeadersMs / 4)),
      keepAliveTimeout: limits.keepAliveMs,
      insecureHTTPParser: false,
      requireHostHeader: true,
      noDelay: true,
    },
    (request, response) => front.serve(request, response),
  );
  // Whether the body is wanted is said once the head was looked at.
  server.on('checkContinue', (request, response) => front.serve(request, response, () => response.writeContinue()));
  server.maxConnections = limits.maxConnections;
  server.on('upgrade', (_request, socket: Socket) => refuseRaw(socket, '501 Not Implemented'));
  server.on('connect', (_request, socket: Socket) => refuseRaw(socket, '405 Method Not Allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = RAW_STATUS[error.code ?? ''] ?? '400 Bad Request';
    refuseRaw(socket as Socket, status);
  });
  return server;
}

const RAW_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Refuses what is no request that could be read: nobody knows in which dialect. */
function refuseRaw(socket: Socket, status: string): void {
  const body = JSON.stringify({ error: { code: Number(status.slice(0, 3)), message: status.slice(4) } });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE' ? 'something else does already; choose another port' : error.message;
    throw new GatewayError(`The gateway can't listen on ${host}:${port}: ${taken}.`, {
      code: 'port-in-use',
      cause: error,
    });
  });
}

async function stop(server: Server, withinMs: number, endStreams: () => void): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  endStreams();
  const timer = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(timer);
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function checkPeers(peers: readonly PeerOptions[]): void {
  const names = new Set<string>();
  for (const { name } of peers) {
    if (!NAME.test(name)) {
      throw new GatewayError(
        `An agent can't be mounted as ${JSON.stringify(name)}: take letters, digits, ".", "-" and "_".`,
        { code: 'bad-peer' },
      );
    }
    if (names.has(name)) throw new GatewayError(`Two agents are named ${name}.`, { code: 'bad-peer' });
    names.add(name);
  }
  if (names.size === 0) throw new GatewayError('A gateway needs an agent to stand before.', { code: 'bad-peer' });
}

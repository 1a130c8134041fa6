import { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { EgressGuard } from './egress-guard.ts';
import type { ConnectionLimits } from './limits.ts';

/** How this side identifies itself in TLS, and whom it believes. */
export type TlsOptions = Pick<
  ConnectionOptions,
  | 'ca'
  | 'cert'
  | 'key'
  | 'passphrase'
  | 'pfx'
  | 'rejectUnauthorized'
  | 'servername'
  | 'minVersion'
  | 'checkServerIdentity'
>;

/** Opens sockets to one origin, through its guard. */
export class OriginConnector {
  readonly #guard: EgressGuard;
  readonly #connect: buildConnector.connector;

  constructor(guard: EgressGuard, tls: TlsOptions) {
    this.#guard = guard;
    // HTTP/1.1 only: one exchange a socket, so that ending an exchange can't touch another one.
    this.#connect = buildConnector({
      ...tls,
      allowH2: false,
      timeout: 0,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      lookup: guard.lookup,
    });
  }

  open(options: buildConnector.Options, callback: buildConnector.Callback): Socket | undefined {
    const refusal = this.#guard.refusalOfLiteral(options.hostname);
    if (refusal !== undefined) {
      callback(refusal, null);
      return undefined;
    }
    // The built-in connector returns its socket, though the type of connectors doesn't say so.
    const socket: unknown = this.#connect(options, callback);
    return socket instanceof Socket ? socket : undefined;
  }
}

/** How long a connection that was used is sure to be open still: no server that keeps connections does so for less. */
const SURE_MS = 500;

/** One connection to an origin, that carries one exchange at a time and is kept for the next. */
export class Connection {
  readonly #client: Client;
  #socket: Socket | undefined;
  /** Of this socket, once it was asked for: each time the system is asked costs more than the answer is worth. */
  #remoteAddress: string | undefined;

  /** How many exchanges went by this socket, and when the last one was over. */
  #exchanges = 0;
  #carriedAt = 0;

  /** @param lost called whenever the socket is gone, whoever closed it. */
  constructor(origin: string, connector: OriginConnector, limits: ConnectionLimits, lost: (gone: Connection) => void) {
    this.#client = new Client(origin, {
      connect: (options, callback) => {
        this.#socket = connector.open(options, callback);
        this.#remoteAddress = undefined;
        this.#exchanges = 0;
        return this.#socket;
      },
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: limits.maxHeaderBytes,
      // Deadlines are kept by the exchange: undici's are half a second coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: limits.keepAliveMs,
      keepAliveMaxTimeout: limits.maxKeepAliveMs,
    });
    this.#client.on('disconnect', () => lost(this));
  }

  get remoteAddress(): string | undefined {
    this.#remoteAddress ??= this.#socket?.remoteAddress;
    return this.#remoteAddress;
  }

  /** An exchange is over, and the connection goes on. */
  carried(now: number): void {
    this.#exchanges++;
    this.#carriedAt = now;
  }

  /** Whether the peer won't be closing it just now: it was seen to keep it between exchanges, and used it a moment ago. */
  isSure(now: number): boolean {
    return this.#exchanges > 1 && now - this.#carriedAt < SURE_MS;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** Frees the socket at once, even while it connects. Resolves when it is closed. */
  async destroy(): Promise<void> {
    const socket = this.#socket;
    const destroyed = this.#client.destroy();
    if (socket !== undefined) await closed(socket);
    await destroyed;
  }
}

function closed(socket: Socket): Promise<void> {
  socket.destroy();
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}

import type { LookupFunction } from 'node:net';
import type { NamesOf } from '../options/given-names.ts';
import { refuseStrangers } from '../options/option-error.ts';
import { type AddressPolicy, publicOnly } from './address-policy.ts';
import { anchoredClock, type Clock } from './clock.ts';
import { Connection, OriginConnector, type TlsOptions } from './connection.ts';
import { EgressGuard } from './egress-guard.ts';
import { Exchange } from './exchange.ts';
import { HttpError } from './http-error.ts';
import type { HttpAnswer, HttpRequest, HttpStream, UnaryRequest } from './http-message.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { type Lane, OriginPool } from './origin-pool.ts';
import { nextHop } from './redirect.ts';
import { planRequest } from './request-plan.ts';
import { userAgent } from './user-agent.ts';

export interface HttpClientOptions {
  /** Which addresses may be connected to; {@link publicOnly} unless given. */
  readonly allow?: AddressPolicy;
  /** Cloud metadata addresses that may be reached where `allow` agrees; none unless listed. */
  readonly exposedMetadata?: readonly string[];
  /** Limits for all requests; those of a request go before them. */
  readonly limits?: Partial<HttpLimits>;
  /** TLS settings by origin, so that a client certificate only goes where it belongs. */
  readonly tls?: (origin: string) => TlsOptions | undefined;
  readonly userAgent?: string;
  readonly clock?: Clock;
  /** Resolves host names; the system's resolver unless given. */
  readonly lookup?: LookupFunction;
}

const OPTIONS: NamesOf<HttpClientOptions> = {
  allow: true,
  exposedMetadata: true,
  limits: true,
  tls: true,
  userAgent: true,
  clock: true,
  lookup: true,
};

/**
 * Speaks HTTP with peers that may be slow, huge, dead or hostile. Every failure is an
 * {@link HttpError}, and nothing is ever sent a second time on its own account.
 */
export interface HttpClient {
  /** Asks and reads the whole answer. Any status is an answer. */
  request(request: UnaryRequest): Promise<HttpAnswer>;
  /** Asks and resolves at the response headers; the total timeout is off unless the request sets it. */
  open(request: HttpRequest): Promise<HttpStream>;
  /** Ends every exchange with `closed`, and resolves when no socket or timer is left. */
  close(): Promise<void>;
}

/** @throws OptionError at an option, or a limit, that there is none of */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  refuseStrangers(options, OPTIONS);
  refuseStrangers(options.limits ?? {}, defaultLimits, 'limits');
  const limits: HttpLimits = { ...defaultLimits, ...options.limits };
  const streamLimits: HttpLimits = { ...limits, totalTimeoutMs: 0 };
  const clock = options.clock ?? anchoredClock;
  const agent = options.userAgent ?? userAgent;
  const pools = new Map<string, OriginPool>();
  const running = new Set<Exchange>();
  let closed = false;

  function poolFor(origin: string): OriginPool {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const { allow = publicOnly, exposedMetadata = [], lookup } = options;
    const guard = new EgressGuard(origin, { allow, exposedMetadata, lookup });
    const connector = new OriginConnector(guard, options.tls?.(origin) ?? {});
    const pool: OriginPool = new OriginPool(
      (lost) => new Connection(origin, connector, limits, lost),
      { request: limits.maxRequestsPerOrigin, stream: limits.maxStreamsPerOrigin },
      () => {
        if (pools.get(origin) === pool) pools.delete(origin);
      },
    );
    pools.set(origin, pool);
    return pool;
  }

  function exchange<T>(
    request: HttpRequest,
    lane: Lane,
    answered: (stream: HttpStream, resolve: (result: T | Promise<T>) => void) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const plan = planRequest(request, lane === 'stream' ? streamLimits : limits, agent);
      const { origin } = plan.url;
      if (closed)
        throw new HttpError({ code: 'closed', origin, what: 'was to be asked by a closed client', sent: false });
      const current = new Exchange(plan, lane, poolFor(origin), clock, {
        answered: (stream) => answered(stream, resolve),
        failed: reject,
        over: () => running.delete(current),
      });
      running.add(current);
      current.start();
    });
  }

  const whole = (request: HttpRequest): Promise<HttpAnswer> =>
    exchange<HttpAnswer>(request, 'request', (stream, resolve) => resolve(stream.collect()));

  async function followed(request: UnaryRequest): Promise<HttpAnswer> {
    const totalTimeoutMs = request.totalTimeoutMs ?? limits.totalTimeoutMs;
    const startedAt = performance.now();
    const first = await whole(request);
    let answer = first;
    let taken = 0;
    for (let next = nextHop(request, answer, taken); next !== undefined; next = nextHop(next, answer, taken)) {
      taken++;
      // One total for the whole chain; what is used up still has to be a limit, and 0 would be none.
      const left = totalTimeoutMs === 0 ? 0 : Math.max(1, totalTimeoutMs - (performance.now() - startedAt));
      answer = await whole({ ...next, totalTimeoutMs: left });
    }
    return { ...answer, asked: first.asked };
  }

  return {
    request: (request) => (request.redirects === undefined ? whole(request) : followed(request)),
    open: (request) => exchange<HttpStream>(request, 'stream', (stream, resolve) => resolve(stream)),
    close: async () => {
      closed = true;
      const open = [...pools.values()];
      for (const current of running) current.shutDown();
      await Promise.all(open.map((pool) => pool.close()));
    },
  };
}

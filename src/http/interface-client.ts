import { type Call, requestFacts, vantageOf } from '../protocol/call.ts';
import type { Codec, Endpoint } from '../protocol/codec.ts';
import type { FailureSeen, Observe, Vantage } from '../protocol/observation.ts';
import { anchoredClock, type Clock } from './clock.ts';
import { failureOf } from './failure.ts';
import type { HttpClient } from './http-client.ts';
import { Listening } from './listening.ts';

/** Talks A2A to one interface of a peer: sends calls off and tells what is seen of them, in order. */
export interface InterfaceClient {
  readonly codec: Codec;
  /**
   * Makes a call that is answered once. Tells `asked`, then what the answer means, or a `failure`. Never rejects.
   * A streaming call goes by `listen`.
   */
  ask(call: Call, observe: Observe, options?: AskOptions): Promise<void>;
  /**
   * Makes a streaming call. Tells `asked`, then `open`, the frames and `close`; or what it was answered with instead.
   * Returns at once.
   */
  listen(call: Call, observe: Observe, options?: ListenOptions): Subscription;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** From the call to the end of its answer. */
  readonly timeoutMs?: number;
}

export interface ListenOptions {
  readonly signal?: AbortSignal;
  /** How long the peer may take to begin its answer. */
  readonly headersTimeoutMs?: number;
}

/** A stream that is being listened to. */
export interface Subscription {
  readonly vantage: Vantage;
  /** Ends it from our side: nothing more of it is told but the `close`. Does nothing on one that has ended. */
  close(): void;
  /** Holds further frames back at the peer, until resumed. */
  pause(): void;
  resume(): void;
}

export interface InterfaceClientOptions {
  readonly http: HttpClient;
  readonly codec: Codec;
  readonly endpoint: Endpoint;
  /** Credentials and whatever else belongs to every request. Never logged, never part of an observation. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The name under which what is seen is kept apart from what other identities see. */
  readonly identity?: string;
  readonly clock?: Clock;
  readonly maxFrameBytes?: number;
}

let vantages = 0;

/** A client of one interface. It holds no connection of its own: closing the HTTP client ends its calls. */
export function createInterfaceClient(options: InterfaceClientOptions): InterfaceClient {
  const { http, codec, endpoint, headers = {}, identity, clock = anchoredClock } = options;

  const begin = (call: Call) => {
    const id = ++vantages;
    const request = codec.encode(call, endpoint, id);
    const facts = requestFacts(call, {
      version: codec.dialect,
      ...(codec.binding === 'JSONRPC' ? { rpcId: id } : {}),
      ...(endpoint.extensions === undefined ? {} : { extensions: endpoint.extensions }),
      ...(identity === undefined ? {} : { identity }),
    });
    return { vantage: vantageOf(id, call, clock(), facts), request };
  };

  return {
    codec,
    async ask(call, observe, { signal, timeoutMs } = {}) {
      const { vantage, request } = begin(call);
      observe({ kind: 'asked', vantage, received: vantage.asked });
      if (request === undefined) return observe(unknownOperation(vantage, codec));
      try {
        const answer = await http.request({
          method: request.method,
          url: request.url,
          headers: { ...request.headers, ...headers },
          ...(request.body === undefined ? {} : { body: request.body }),
          ...(signal === undefined ? {} : { signal }),
          ...(timeoutMs === undefined ? {} : { totalTimeoutMs: timeoutMs, headersTimeoutMs: timeoutMs }),
        });
        codec.decodeAnswer(vantage, answer, observe);
      } catch (error) {
        observe(failureOf(error, vantage, clock()));
      }
    },
    listen(call, observe, { signal, headersTimeoutMs } = {}) {
      const { vantage, request } = begin(call);
      observe({ kind: 'asked', vantage, received: vantage.asked });
      const listening = new Listening(vantage, codec, observe, clock, options.maxFrameBytes);
      if (request === undefined) {
        observe(unknownOperation(vantage, codec));
        return listening;
      }
      http
        .open({
          method: request.method,
          url: request.url,
          headers: { ...request.headers, ...headers },
          ...(request.body === undefined ? {} : { body: request.body }),
          signal: signal === undefined ? listening.signal : AbortSignal.any([signal, listening.signal]),
          ...(headersTimeoutMs === undefined ? {} : { headersTimeoutMs }),
        })
        .then(
          (stream) => listening.begin(stream),
          (error: unknown) => listening.fail(error),
        );
      return listening;
    },
  };
}

/** What a peer that lacks an operation by its dialect would answer; nothing is sent for it. */
function unknownOperation(vantage: Vantage, codec: Codec): FailureSeen {
  const message = `A2A ${codec.dialect} over ${codec.binding} has no ${vantage.operation}`;
  return { kind: 'failure', reason: 'unsupported', message, sent: false, vantage, received: vantage.asked };
}

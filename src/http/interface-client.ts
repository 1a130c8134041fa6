import { type Call, requestFacts, vantageOf } from '../protocol/call.ts';
import { type Codec, type Endpoint, isEventStream, type WireAnswer, type WireRequest } from '../protocol/codec.ts';
import type { FailureSeen, Observe, Vantage } from '../protocol/observation.ts';
import type { Operation } from '../protocol/operation.ts';
import { anchoredClock, type Clock } from './clock.ts';
import { collectWithin } from './collect-within.ts';
import { failureOf } from './failure.ts';
import type { HttpClient } from './http-client.ts';
import type { HttpRequest, HttpStream } from './http-message.ts';
import { defaultLimits } from './limits.ts';
import { Listening } from './listening.ts';
import { followed } from './moved.ts';
import { nextVantageId } from './vantage-id.ts';

/** Talks A2A to one interface of a peer: sends calls off and tells what is seen of them, in order. */
export interface InterfaceClient {
  /** The codec in use: the one given, or another writing of it that the peer was found to want. */
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
  /** The media types that the caller takes as a result, whichever call brings it. */
  readonly acceptedOutputModes?: readonly string[];
  readonly clock?: Clock;
  readonly maxFrameBytes?: number;
}

/** Calls that change something at the peer. */
const ONCE: ReadonlySet<Operation> = new Set(['SendMessage', 'SendStreamingMessage', 'CancelTask']);

/** A client of one interface. It holds no connection of its own: closing the HTTP client ends its calls. */
export function createInterfaceClient(options: InterfaceClientOptions): InterfaceClient {
  const { http, endpoint, headers = {}, identity, clock = anchoredClock } = options;
  let codec = options.codec;

  const begin = (call: Call) => {
    const id = nextVantageId();
    const request = codec.encode(call, endpoint, id);
    const facts = requestFacts(call, {
      version: codec.dialect,
      ...(codec.binding === 'JSONRPC' ? { rpcId: id } : {}),
      ...(endpoint.extensions === undefined ? {} : { extensions: endpoint.extensions }),
      ...(identity === undefined ? {} : { identity }),
      ...(options.acceptedOutputModes === undefined ? {} : { acceptedOutputModes: options.acceptedOutputModes }),
    });
    return { vantage: vantageOf(id, call, clock(), facts), request };
  };

  const httpRequest = (call: Call, request: WireRequest, signal: AbortSignal | undefined): HttpRequest => ({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, ...headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(signal === undefined ? {} : { signal }),
    once: ONCE.has(call.operation),
  });

  /** Makes a call again in the writing that its refusal suggests; `undefined` where it suggests none, or that fails too. */
  async function askAgain<T extends { readonly status: number }>(
    call: Call,
    refusal: WireAnswer,
    send: (request: WireRequest) => Promise<T>,
  ): Promise<T | undefined> {
    const other = codec.otherWriting(call, refusal);
    const request = other?.encode(call, endpoint, 0);
    if (other === undefined || request === undefined) return undefined;
    const answer = await send(request);
    if (answer.status === refusal.status) return undefined;
    // A server that fails tells nothing of how it wants to be written to.
    if (answer.status < 500) codec = other;
    return answer;
  }

  async function open(call: Call, first: WireRequest, signal: AbortSignal, headersTimeoutMs: number | undefined) {
    const limits = headersTimeoutMs === undefined ? {} : { headersTimeoutMs };
    const send = (request: WireRequest): Promise<HttpStream> =>
      followed({ ...httpRequest(call, request, signal), ...limits }, (one) => http.open(one));
    const stream = await send(first);
    if (isEventStream(stream.status, stream.headers)) return { stream };
    const answer = await collectWithin(stream, defaultLimits.totalTimeoutMs);
    const again = await askAgain(call, answer, async (request) => {
      const second = await send(request);
      if (second.status === answer.status) second.close();
      return second;
    });
    if (again === undefined) return { answer };
    return isEventStream(again.status, again.headers)
      ? { stream: again }
      : { answer: await collectWithin(again, defaultLimits.totalTimeoutMs) };
  }

  return {
    get codec() {
      return codec;
    },
    async ask(call, observe, { signal, timeoutMs } = {}) {
      const { vantage, request } = begin(call);
      observe({ kind: 'asked', vantage, received: vantage.asked });
      if (request === undefined) return observe(unknownOperation(vantage, codec));
      const limits = timeoutMs === undefined ? {} : { totalTimeoutMs: timeoutMs, headersTimeoutMs: timeoutMs };
      const send = (one: WireRequest) => followed({ ...httpRequest(call, one, signal), ...limits }, http.request);
      try {
        const answer = await send(request);
        const final = (await askAgain(call, answer, send)) ?? answer;
        if (final.status < 300) codec = codec.understood(call);
        codec.decodeAnswer(vantage, final, observe);
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
      const either = signal === undefined ? listening.signal : AbortSignal.any([signal, listening.signal]);
      open(call, request, either, headersTimeoutMs).then(
        ({ stream, answer }) => (stream === undefined ? listening.answer(answer) : listening.begin(stream, either)),
        (error: unknown) => listening.fail(error),
      );
      return listening;
    },
  };
}

/** What a peer that lacks an operation by its dialect would answer; nothing is sent for it. */
function unknownOperation(vantage: Vantage, codec: Codec): FailureSeen {
  const message = `A2A ${codec.dialect} over ${codec.binding} has no way to ask for this ${vantage.operation}. Nothing was sent.`;
  return { kind: 'failure', reason: 'unsupported', message, sent: false, vantage, received: vantage.asked };
}

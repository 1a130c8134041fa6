import type { Call } from './call.ts';
import type { Observe, Vantage } from './observation.ts';
import type { Binding, Dialect } from './operation.ts';

/** Where an interface of a peer is. */
export interface Endpoint {
  readonly url: string;
  /** 1.0: the tenant that the card's interface names. */
  readonly tenant?: string;
  /** Extensions to be activated (§3.2.6). */
  readonly extensions?: readonly string[];
}

/** A request as it goes out; credentials are added by whoever holds them. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A body as it came in, with what its head said of it. */
export interface WireBody {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly received: number;
}

/** A whole answer as it came in. */
export interface WireAnswer extends WireBody {
  readonly status: number;
}

/**
 * Speaks one dialect over one binding. Encoding is by the dialect's text; decoding understands every dialect, and never
 * throws, whatever comes. Before 1.0 no snapshot is promised at the beginning of a subscription: a read has to follow
 * it.
 */
export interface Codec {
  readonly dialect: Dialect;
  readonly binding: Binding;
  /**
   * The request for a call. `id` is the JSON-RPC id, where there is one. Returns `undefined` where the dialect lacks the
   * operation (there is no ListTasks before 1.0), or HTTP+JSON the means: no path can hold a task id of `.` or `..`.
   */
  encode(call: Call, endpoint: Endpoint, id: number): WireRequest | undefined;
  /**
   * Tells what an answer means, defects first. What cannot be understood is a `failure` that says so.
   */
  decodeAnswer(vantage: Vantage, answer: WireAnswer, observe: Observe): void;
  /** Tells what a frame of a stream means: the `data` of one server-sent event. */
  decodeFrame(vantage: Vantage, data: string, received: number, observe: Observe): void;
  /** Tells what was delivered to a web-hook (§4.3.3). The vantage is that of the registration, its channel `push`. */
  decodePush(vantage: Vantage, delivery: WireBody, observe: Observe): void;
  /**
   * The codec to make a call with once more, where its answer refuses the way in which this one writes it and peers of
   * this dialect are known that want it otherwise; else `undefined`. The answer then means that nothing was taken in,
   * so nothing is ever done twice. Whoever asks may keep the other codec if that was understood.
   */
  otherWriting(call: Call, refusal: WireAnswer): Codec | undefined;
  /** The codec to go on with once the peer has answered a call with a success: it then looks for no other writing. */
  understood(call: Call): Codec;
}

/** Whether an answer is an event stream. */
export function isEventStream(status: number, headers: WireAnswer['headers']): boolean {
  return status >= 200 && status < 300 && mediaTypeOfHeaders(headers) === 'text/event-stream';
}

/** The media type of an answer, lower case and without parameters. */
export function mediaTypeOfHeaders(headers: WireAnswer['headers']): string | undefined {
  const value = headers['content-type'];
  const first = typeof value === 'string' ? value : value?.[0];
  return first?.split(';', 1)[0]?.trim().toLowerCase() || undefined;
}

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

/** A whole answer as it came in. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  readonly received: number;
}

/** Speaks one dialect over one binding. Encoding is by the dialect's text; decoding understands every dialect. */
export interface Codec {
  readonly dialect: Dialect;
  readonly binding: Binding;
  /** The request for a call. `id` is the JSON-RPC id, where there is one. Returns `undefined` where the dialect lacks the operation. */
  encode(call: Call, endpoint: Endpoint, id: number): WireRequest | undefined;
  /**
   * Tells what an answer means, defects first. Never throws: what cannot be understood is a `failure` that says so.
   */
  decodeAnswer(vantage: Vantage, answer: WireAnswer, observe: Observe): void;
  /** Tells what a frame of a stream means: the `data` of one server-sent event. Never throws. */
  decodeFrame(vantage: Vantage, data: string, received: number, observe: Observe): void;
}

/** Whether an answer is an event stream. */
export function isEventStream(status: number, headers: WireAnswer['headers']): boolean {
  return status >= 200 && status < 300 && mediaTypeOfHeaders(headers) === 'text/event-stream';
}

/** The media type of an answer, lower case and without parameters. */
export function mediaTypeOfHeaders(headers: WireAnswer['headers']): string | undefined {
  const value = headers['content-type'];
  const first = typeof value === 'string' ? value : value?.[0];
  return first?.split(';', 1)[0]?.trim().toLowerCase();
}

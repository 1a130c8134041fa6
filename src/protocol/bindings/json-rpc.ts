import { type Call, isStreaming } from '../call.ts';
import type { Codec, Endpoint, WireAnswer, WireBody, WireRequest } from '../codec.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { Observation, Observe, Vantage } from '../observation.ts';
import type { Dialect } from '../operation.ts';
import { readError } from '../read/error.ts';
import { PayloadReader } from '../read/payload-reader.ts';
import { looksLikeError } from '../read/result.ts';
import type { DialectWriter } from '../write/dialect-writer.ts';
import { BEFORE_A2A } from './before-a2a.ts';
import { retryAfterMs, tellContentType, textOfBody } from './body.ts';
import { decodeEventsInBody } from './events-in-body.ts';
import { NOT_JSON, parseJson, TOO_DEEP } from './json-text.ts';
import { decodePush } from './push.ts';
import { envelopeOf, isAnswer, NO_VERSION, tellErrorForm, tellRpcId } from './rpc-envelope.ts';
import { sentOn } from './sent-on.ts';
import { ignore, isEmptyFrame, tell, tellTooDeep, tellUnreadable } from './telling.ts';

/** A2A over JSON-RPC 2.0 (§9): one URL, an envelope around every payload. */
export class JsonRpcCodec implements Codec {
  readonly dialect: Dialect;
  readonly binding = 'JSONRPC';
  readonly #writer: DialectWriter;
  readonly #reader: PayloadReader;

  constructor(writer: DialectWriter) {
    this.dialect = writer.dialect;
    this.#writer = writer;
    this.#reader = new PayloadReader(writer.dialect, 'JSONRPC');
  }

  encode(call: Call, endpoint: Endpoint, id: number): WireRequest | undefined {
    const { operation } = call;
    const service = this.#writer.serviceHeaders(endpoint.extensions ?? []);
    const method = this.#writer.methodName(operation);
    if (method === undefined) {
      const url = this.#writer.plainUrl?.(operation, endpoint.url);
      if (url === undefined) return undefined;
      return { method: 'GET', url, headers: { accept: 'application/json', ...service }, body: undefined };
    }
    const body = this.#writer.requestBody(call);
    const params = endpoint.tenant ? { tenant: endpoint.tenant, ...body } : body;
    return {
      method: 'POST',
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        accept: isStreaming(operation) ? 'text/event-stream, application/json' : 'application/json',
        ...service,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    };
  }

  decodeAnswer(vantage: Vantage, answer: WireAnswer, observe: Observe): void {
    const { status, headers, body, received } = answer;
    const message = sentOn(answer);
    if (message !== undefined) return observe(readError({ message }, status, vantage, received));
    if (status >= 300) {
      const text = body.toString('utf8');
      return this.#decode(text, vantage, status, received, observe, retryAfterMs(headers));
    }
    if (body.length === 0 && vantage.operation === 'DeleteTaskPushNotificationConfig') {
      tell('envelope', 'the JSON-RPC envelope is missing', vantage, received, observe);
      return observe({ kind: 'config', configs: [], vantage, received });
    }
    const decode = (data: string, by: Vantage): void => this.#decode(data, by, status, received, observe);
    if (decodeEventsInBody(vantage, answer, observe, decode)) return;
    if (body.length > 0) tellContentType(headers, ['application/json'], vantage, received, observe);
    this.#decode(textOfBody(body, vantage, received, observe), vantage, status, received, observe);
  }

  decodeFrame(vantage: Vantage, data: string, received: number, observe: Observe): void {
    if (isEmptyFrame(data, vantage, received, observe)) return;
    this.#decode(data, vantage, 200, received, observe);
  }

  decodePush(vantage: Vantage, delivery: WireBody, observe: Observe): void {
    decodePush(this.dialect, this.#reader, vantage, delivery, observe);
  }

  otherWriting(): undefined {
    return undefined;
  }

  understood(): Codec {
    return this;
  }

  #decode(
    text: string,
    vantage: Vantage,
    status: number,
    received: number,
    observe: Observe,
    retryAfter?: number,
  ): void {
    const failed = status >= 300;
    const value = parseJson(text, vantage, received, failed ? ignore : observe);
    if (value === TOO_DEEP && !failed) return tellTooDeep(vantage, received, observe);
    const envelope = envelopeOf(value);
    if (failed && (envelope === undefined || !isAnswer(envelope))) {
      // Who fails without an envelope need not be the agent at all.
      if (!BEFORE_A2A.has(status) && !this.#isPlain(vantage)) {
        tell('error-shape', `HTTP ${status} with a body that is no JSON-RPC error`, vantage, received, observe);
      }
      return observe(readError(envelope?.['error'] ?? envelope ?? text, status, vantage, received, retryAfter));
    }
    if (envelope === undefined) {
      if (value !== NOT_JSON) tell('envelope', 'the payload is no JSON object', vantage, received, observe);
      return tellUnreadable(vantage, status, received, observe);
    }
    if (Array.isArray(value)) tell('envelope', 'the answer comes in a batch of one', vantage, received, observe);
    const error = envelope['error'];
    if (error !== undefined && error !== null) {
      tellErrorForm(envelope, error, this.dialect, vantage, status, received, observe);
      return observe(readError(error, status, vantage, received, retryAfter));
    }
    if (envelope['result'] === undefined) return this.#decodeBare(envelope, vantage, status, received, observe);
    this.#decodeResult(envelope, envelope['result'], vantage, status, received, observe);
  }

  #decodeResult(
    envelope: JsonObject,
    result: unknown,
    vantage: Vantage,
    status: number,
    received: number,
    observe: Observe,
  ): void {
    const seen = this.#read(result, vantage, status, received, observe);
    if (envelope['jsonrpc'] !== '2.0') tell('envelope', NO_VERSION, vantage, received, observe);
    if (envelope['error'] === null) tell('envelope', 'an error stands beside the result', vantage, received, observe);
    if (status >= 300) tell('http-status', `a result came with HTTP ${status}`, vantage, received, observe);
    tellRpcId(envelope['id'], vantage, received, observe);
    if (seen !== undefined) return observe(seen);
    const inner = asObject(result);
    if (looksLikeError(inner)) {
      tell('error-in-success', 'an error is sent as the result of a success', vantage, received, observe);
      return observe(readError(inner?.['error'] ?? inner, status, vantage, received));
    }
    tell('field', `the result is not what ${vantage.operation} answers with`, vantage, received, observe);
    tellUnreadable(vantage, status, received, observe);
  }

  /** A payload without an envelope, or an empty envelope. */
  #decodeBare(payload: JsonObject, vantage: Vantage, status: number, received: number, observe: Observe): void {
    const { operation } = vantage;
    const empty = payload['jsonrpc'] !== undefined;
    const seen =
      empty && operation !== 'DeleteTaskPushNotificationConfig'
        ? undefined
        : this.#read(payload, vantage, status, received, observe);
    if (seen !== undefined) {
      const missing = empty
        ? 'neither result nor error, where a result of null is due'
        : 'the JSON-RPC envelope is missing';
      if (!this.#isPlain(vantage)) tell('envelope', missing, vantage, received, observe);
      return observe(seen);
    }
    if (looksLikeError(payload)) {
      tell('error-in-success', 'an error is sent in the place of a result', vantage, received, observe);
      return observe(readError(payload, status, vantage, received));
    }
    tell('envelope', 'neither result nor error', vantage, received, observe);
    tellUnreadable(vantage, status, received, observe);
  }

  /** Reads a result, and tells what is odd about its form and its way. */
  #read(
    payload: unknown,
    vantage: Vantage,
    status: number,
    received: number,
    observe: Observe,
  ): Observation | undefined {
    const onStream = vantage.channel === 'stream';
    const seen = onStream
      ? this.#reader.readEvent(payload, vantage, received)
      : this.#reader.readResult(payload, vantage, received);
    if (seen === undefined) return undefined;
    this.#reader.tellForm(vantage, received, observe);
    if (!onStream && status < 300 && isStreaming(vantage.operation)) {
      tell('not-sse', `${vantage.operation} is answered by no event stream`, vantage, received, observe);
    }
    return seen;
  }

  /** 0.2 serves its extended card by a plain GET (0.2 §7.10). */
  #isPlain({ operation }: Vantage): boolean {
    return operation === 'GetExtendedAgentCard' && this.dialect === '0.2';
  }
}

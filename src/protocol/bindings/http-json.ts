import { type Call, isStreaming } from '../call.ts';
import type { Codec, Endpoint, WireAnswer, WireBody, WireRequest } from '../codec.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { ErrorSeen, Observe, Vantage } from '../observation.ts';
import type { Dialect } from '../operation.ts';
import { nameByStatus, readError } from '../read/error.ts';
import { PayloadReader } from '../read/payload-reader.ts';
import { looksLikeError } from '../read/result.ts';
import type { DialectWriter } from '../write/dialect-writer.ts';
import { BEFORE_A2A } from './before-a2a.ts';
import { retryAfterMs, tellContentType, textOfBody } from './body.ts';
import { decodeEventsInBody } from './events-in-body.ts';
import { routeOf, urlOf } from './http-routes.ts';
import { FIRST_WRITING, type HttpWriting, nextWriting, provenWriting, writeBody } from './http-writing.ts';
import { NOT_JSON, parseJson, TOO_DEEP } from './json-text.ts';
import { decodePush } from './push.ts';
import { sentOn } from './sent-on.ts';
import { ignore, isEmptyFrame, tell, tellTooDeep, tellUnreadable } from './telling.ts';

const JSON_TYPES = ['application/json'] as const;
const A2A_TYPES = ['application/a2a+json', 'application/json'] as const;

/** A2A over plain HTTP and JSON (0.3 §3.2.3, 1.0 §11): operations are routes, payloads have no envelope. */
export class HttpJsonCodec implements Codec {
  readonly dialect: Dialect;
  readonly binding = 'HTTP+JSON';
  readonly #writer: DialectWriter;
  readonly #writing: HttpWriting;
  readonly #reader: PayloadReader;
  readonly #types: readonly string[];

  constructor(writer: DialectWriter, writing: HttpWriting = FIRST_WRITING) {
    this.dialect = writer.dialect;
    this.#writer = writer;
    this.#writing = writing;
    this.#reader = new PayloadReader(writer.dialect, 'HTTP+JSON');
    this.#types = writer.dialect === '1.0' ? A2A_TYPES : JSON_TYPES;
  }

  encode(call: Call, endpoint: Endpoint): WireRequest | undefined {
    const body = this.#writer.requestBody(call);
    const route = routeOf(call, this.dialect, this.#writing.subscribeBy, body);
    const url = route && urlOf(endpoint, route);
    if (route === undefined || url === undefined) return undefined;
    const { method } = route;
    const answers = this.#types.join(', ');
    const contentType = this.dialect === '1.0' ? this.#writing.mediaType : 'application/json';
    return {
      method,
      url,
      headers: {
        ...(method === 'POST' ? { 'content-type': contentType } : {}),
        accept: isStreaming(call.operation) ? `text/event-stream, ${answers}` : answers,
        ...this.#writer.serviceHeaders(endpoint.extensions ?? []),
      },
      body: method === 'POST' ? JSON.stringify(writeBody(call, body, this.dialect, this.#writing)) : undefined,
    };
  }

  otherWriting(call: Call, refusal: WireAnswer): Codec | undefined {
    const writing = nextWriting(this.#writing, call, this.dialect, refusal);
    return writing && new HttpJsonCodec(this.#writer, writing);
  }

  understood(call: Call): Codec {
    const writing = provenWriting(this.#writing, call, this.dialect);
    return writing === this.#writing ? this : new HttpJsonCodec(this.#writer, writing);
  }

  decodeAnswer(vantage: Vantage, answer: WireAnswer, observe: Observe): void {
    const { status, headers, body, received } = answer;
    const message = sentOn(answer);
    if (message !== undefined) return observe(readError({ message }, status, vantage, received));
    if (status >= 300) {
      return this.#decodeRefusal(body.toString('utf8'), vantage, status, received, observe, retryAfterMs(headers));
    }
    if (body.length === 0 && vantage.operation === 'DeleteTaskPushNotificationConfig') {
      return observe({ kind: 'config', configs: [], vantage, received });
    }
    const decode = (data: string, by: Vantage): void => this.#decode(data, by, status, received, observe);
    if (decodeEventsInBody(vantage, answer, observe, decode)) return;
    if (body.length > 0) tellContentType(headers, this.#types, vantage, received, observe);
    this.#decode(textOfBody(body, vantage, received, observe), vantage, status, received, observe);
  }

  decodeFrame(vantage: Vantage, data: string, received: number, observe: Observe): void {
    if (isEmptyFrame(data, vantage, received, observe)) return;
    this.#decode(data, vantage, 200, received, observe);
  }

  decodePush(vantage: Vantage, delivery: WireBody, observe: Observe): void {
    decodePush(this.dialect, this.#reader, vantage, delivery, observe);
  }

  #decode(text: string, vantage: Vantage, status: number, received: number, observe: Observe): void {
    const onStream = vantage.channel === 'stream';
    const value = parseJson(text, vantage, received, observe);
    if (value === TOO_DEEP) return tellTooDeep(vantage, received, observe);
    if (value === NOT_JSON) return tellUnreadable(vantage, status, received, observe);
    const object = asObject(value);
    const envelope = object?.['jsonrpc'] === undefined ? undefined : object;
    const payload = envelope === undefined ? value : (envelope['result'] ?? envelope);
    const seen = onStream
      ? this.#reader.readEvent(payload, vantage, received)
      : this.#reader.readResult(payload, vantage, received);
    if (seen !== undefined) this.#reader.tellForm(vantage, received, observe);
    if (envelope !== undefined) tell('envelope', 'the payload is in an envelope', vantage, received, observe);
    if (seen !== undefined) {
      if (!onStream && isStreaming(vantage.operation)) {
        tell('not-sse', `${vantage.operation} is answered by no event stream`, vantage, received, observe);
      }
      return observe(seen);
    }
    if (looksLikeError(asObject(payload))) {
      // A stream has no other place for it; an answer has its status.
      if (!onStream) tell('error-in-success', `an error came with HTTP ${status}`, vantage, received, observe);
      return observe(readError(errorIn(asObject(payload)), status, vantage, received));
    }
    tell('field', `the payload is not what ${vantage.operation} answers with`, vantage, received, observe);
    tellUnreadable(vantage, status, received, observe);
  }

  #decodeRefusal(
    text: string,
    vantage: Vantage,
    status: number,
    received: number,
    observe: Observe,
    retryAfter: number | undefined,
  ): void {
    const object = asObject(parseJson(text, vantage, received, ignore));
    const form = this.#formOfError(object);
    if (form !== undefined && !BEFORE_A2A.has(status)) {
      tell('error-shape', `HTTP ${status} with ${form}`, vantage, received, observe);
    }
    const seen = readError(errorIn(object) ?? text, status, vantage, received, retryAfter);
    const named: ErrorSeen = object === undefined ? seen : { ...seen, name: nameByStatus(seen) };
    observe(named);
  }

  /** What the body of an error has instead of the form that the dialect gives it; `undefined` where it has that. */
  #formOfError(object: JsonObject | undefined): string | undefined {
    if (object === undefined) return 'a body that is no A2A error';
    if (object['jsonrpc'] !== undefined) return 'a JSON-RPC envelope';
    const error = asObject(object['error']);
    if (this.dialect === '1.0') {
      // google.rpc.Status, and problem details in drafts of the text (§11.6).
      if (typeof error?.['message'] === 'string') return undefined;
      return typeof object['type'] === 'string' && typeof object['title'] === 'string'
        ? undefined
        : 'a body that is no google.rpc.Status';
    }
    // 0.3 asks for no more than a consistent JSON (§3.2.3).
    return looksLikeError(object) || typeof object['message'] === 'string' ? undefined : 'a body that is no A2A error';
  }
}

/** The error object of a body: under `error`, or the body itself. */
function errorIn(object: JsonObject | undefined): unknown {
  const error = object?.['error'];
  return error === undefined || error === null ? object : error;
}

import type { HttpClient } from '../http/http-client.ts';
import { HttpError } from '../http/http-error.ts';
import type { BodyReceiver, HttpAnswer, HttpHead, HttpRequest, HttpStream } from '../http/http-message.ts';
import type { Secrets } from '../http/secrets.ts';
import { withoutSecrets } from '../http/without-secrets.ts';

/** A request and what came back, as they were on the wire; credentials are masked. Times are on the observations' clock. */
export interface LoggedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  readonly asked: number;
  status: number | undefined;
  responseHeaders: Readonly<Record<string, string>>;
  /** The begin of the body, or of the stream. */
  responseBody: string;
  /** Whether there was more of it than is kept. */
  cut: boolean;
  /** When the answer was there, or the stream ended; `undefined` while it is open. */
  received: number | undefined;
}

/** So much of each body is kept. */
const MOST_KEPT = 16_384;

/** A stream that brings more than this is a flood, and is left. */
const MOST_STREAMED = 64 * 1024 * 1024;

/** What is done to a request before it goes out, to make it wrong on purpose. */
export type Edit = (request: HttpRequest) => HttpRequest;

/** Keeps what went over the wire, call by call. */
export class ExchangeLog {
  readonly #http: HttpClient;
  readonly #secrets: Secrets;
  readonly #exchanges = new Map<number, LoggedExchange[]>();
  readonly #clock: () => number;
  #calls = 0;

  constructor(http: HttpClient, secrets: Secrets, clock: () => number) {
    this.#http = http;
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** An id for calls that are none of A2A, such as those for the card. Ids of vantages are positive. */
  newCall(): number {
    return --this.#calls;
  }

  /** What was exchanged by one call. */
  of(vantageId: number): readonly LoggedExchange[] {
    // Masked only here: in a stream, a credential may be cut in two by the borders of its chunks.
    const shown = (one: LoggedExchange): LoggedExchange => ({
      ...one,
      responseBody: this.#secrets.text(one.responseBody, one),
    });
    return (this.#exchanges.get(vantageId) ?? []).map(shown);
  }

  /** What is not needed any more, since nothing that it was part of is worth telling. */
  forget(vantageIds: Iterable<number>): void {
    for (const id of vantageIds) this.#exchanges.delete(id);
  }

  /** An HTTP client for one call. @param vantageId asked for when the request goes out */
  clientFor(vantageId: () => number, edit: Edit = (request) => request): HttpClient {
    return {
      request: async (given) => {
        const request = { ...given, ...edit(given) };
        const logged = this.#begin(vantageId(), request);
        const answer = await this.#http.request(request);
        this.#answer(logged, answer);
        return answer;
      },
      open: async (given) => {
        const request = edit(given);
        const logged = this.#begin(vantageId(), request);
        return this.#follow(await this.#http.open(request), logged);
      },
      close: () => Promise.resolve(),
    };
  }

  #begin(vantageId: number, request: HttpRequest): LoggedExchange {
    const body = request.body === undefined ? undefined : this.#secrets.text(String(request.body));
    const logged: LoggedExchange = {
      method: request.method ?? 'GET',
      url: this.#secrets.text(withoutSecrets(String(request.url))),
      requestHeaders: this.#secrets.headers(request.headers ?? {}),
      requestBody: body?.slice(0, MOST_KEPT),
      asked: this.#clock(),
      status: undefined,
      responseHeaders: {},
      responseBody: '',
      cut: false,
      received: undefined,
    };
    const known = this.#exchanges.get(vantageId);
    if (known === undefined) this.#exchanges.set(vantageId, [logged]);
    else known.push(logged);
    return logged;
  }

  #head(logged: LoggedExchange, { status, headers }: HttpHead): void {
    logged.status = status;
    logged.responseHeaders = this.#secrets.headers(headers);
  }

  #answer(logged: LoggedExchange, answer: HttpAnswer): void {
    this.#head(logged, answer);
    logged.received = answer.received;
    this.#keep(logged, answer.body);
  }

  #keep(logged: LoggedExchange, chunk: Buffer): void {
    const room = MOST_KEPT - logged.responseBody.length;
    if (chunk.length > room) logged.cut = true;
    if (room > 0) logged.responseBody += chunk.subarray(0, room).toString('utf8');
  }

  #follow(stream: HttpStream, logged: LoggedExchange): HttpStream {
    this.#head(logged, stream);
    let bytes = 0;
    const over = (): void => {
      logged.received ??= this.#clock();
    };
    const listenFor = (receiver: BodyReceiver): BodyReceiver => ({
      onData: (chunk) => {
        bytes += chunk.length;
        this.#keep(logged, chunk);
        receiver.onData(chunk);
        if (bytes <= MOST_STREAMED) return;
        stream.close();
        over();
        receiver.onError(floodError(stream));
      },
      onEnd: () => {
        over();
        receiver.onEnd();
      },
      onError: (error) => {
        over();
        receiver.onError(error);
      },
    });
    return {
      ...stream,
      read: (receiver) => stream.read(listenFor(receiver)),
      collect: async (most) => {
        const answer = await stream.collect(most);
        this.#answer(logged, answer);
        return answer;
      },
      close: () => {
        over();
        stream.close();
      },
    };
  }
}

function floodError({ url, status }: HttpStream): HttpError {
  const what = `sent more than ${MOST_STREAMED / 1024 / 1024} MB on one stream`;
  return new HttpError({ code: 'too-large', origin: new URL(url).origin, what, sent: true, status });
}

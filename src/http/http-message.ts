import type { HttpHeaders, RequestHeaders } from './headers.ts';
import type { HttpError } from './http-error.ts';
import type { RequestLimits } from './limits.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** One request. The limits override the client's. */
export interface HttpRequest extends Partial<RequestLimits> {
  /** `GET` unless given. */
  readonly method?: HttpMethod;
  /** An absolute `http:` or `https:` URL without credentials in it. A fragment is not sent. */
  readonly url: string | URL;
  readonly headers?: RequestHeaders | undefined;
  /**
   * May go out once only, so it goes by a new connection, or by one that the peer was seen to keep and that was in use
   * a moment ago. Any other may be closing at this very moment, and of what is written into that it can't be known
   * whether it arrived.
   */
  readonly once?: boolean;
  readonly body?: string | Uint8Array | undefined;
  /** Ends the exchange at once, wherever it stands, and frees its connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Which redirects to follow. Only GET and HEAD are ever sent a second time. */
export interface RedirectRules {
  readonly max: number;
  /** Whether another origin may be followed to. No header that could hold a credential goes along. */
  readonly crossOrigin: boolean;
}

/** A request for a whole answer. */
export interface UnaryRequest extends HttpRequest {
  /** No redirect is followed unless given: the answer is then the redirect itself. */
  readonly redirects?: RedirectRules | undefined;
}

/** What a response starts with. */
export interface HttpHead {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Names and values in turn, spelled and ordered as they came. */
  readonly rawHeaders: readonly string[];
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** When the request was handed to the connection; for a redirected one, the first request. */
  readonly asked: number;
  /** When the answer was there: for a stream its headers, else the end of its body. */
  readonly received: number;
  /** The address that answered, where the socket still knew it. */
  readonly remoteAddress: string | undefined;
}

/** A response that has been read whole. */
export interface HttpAnswer extends HttpHead {
  readonly body: Buffer;
}

/** Takes in a body. The calls are synchronous, in order, and none comes after `onEnd` or `onError`. */
export interface BodyReceiver {
  /** Bytes as they came; the buffer may be kept. If it throws, the stream is closed and `onError` told. */
  onData(chunk: Buffer): void;
  /** The body is complete, as far as HTTP can tell. */
  onEnd(): void;
  /** The body is cut off: the peer, the network, a limit or the signal. */
  onError(error: HttpError): void;
}

/**
 * A response whose headers have come and whose body is held back until somebody reads it. Whoever
 * got it must `read`, `collect` or `close` it, or the connection stays in use.
 */
export interface HttpStream extends HttpHead {
  /**
   * Starts the flow of the body, once.
   *
   * @throws Error when the body already has a reader.
   */
  read(receiver: BodyReceiver): void;
  /** Reads the body whole, for an answer that turned out not to be a stream. Rejects with {@link HttpError}. */
  collect(maxBodyBytes?: number): Promise<HttpAnswer>;
  /** Holds the body back, down to the peer's socket. Repeating it does nothing. */
  pause(): void;
  /** Lets the body flow again. */
  resume(): void;
  /** Ends the exchange and frees the connection. The receiver hears nothing more, not even of this. */
  close(): void;
}

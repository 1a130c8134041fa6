/**
 * What one exchange may cost. Every time is in milliseconds and 0 means no limit; the first limit
 * that is reached ends the exchange.
 */
export interface RequestLimits {
  /** From having a free connection slot until TCP and TLS are up, name resolution included. */
  readonly connectTimeoutMs: number;
  /** From the request being written until the final response headers have been read. */
  readonly headersTimeoutMs: number;
  /** From the call until the end of the body, redirects included. For streams it is 0 unless a request sets it. */
  readonly totalTimeoutMs: number;
  /** The longest silence within a body. It doesn't run while the reader has paused the stream. */
  readonly idleTimeoutMs: number;
  /** The largest body that is collected whole. A stream read chunk by chunk is not counted. */
  readonly maxBodyBytes: number;
}

/** Limits that belong to connections, and so to the client instead of a request. */
export interface ConnectionLimits {
  /** Response headers (and trailers) beyond this many bytes break the connection off. */
  readonly maxHeaderBytes: number;
  /** Requests for whole answers that may run at once to one origin; more wait for their turn. */
  readonly maxRequestsPerOrigin: number;
  /** Streams open at once to one origin, counted apart, so that no number of streams can starve a read. */
  readonly maxStreamsPerOrigin: number;
  /** How long an unused connection is kept when the peer names no shorter or longer time. */
  readonly keepAliveMs: number;
  /** The longest that a peer's `Keep-Alive: timeout` is believed. */
  readonly maxKeepAliveMs: number;
}

export type HttpLimits = RequestLimits & ConnectionLimits;

/** The limits used where neither the client nor the request says otherwise. */
export const defaultLimits: HttpLimits = Object.freeze({
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 60_000,
  idleTimeoutMs: 0,
  maxBodyBytes: 16 * 1024 * 1024,
  maxHeaderBytes: 32 * 1024,
  maxRequestsPerOrigin: 32,
  maxStreamsPerOrigin: 256,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 60_000,
});

/** What one gateway may be made to spend. Times are in ms; 0 means no limit where it says so. */
export interface GatewayLimits {
  /** A request's body. */
  readonly maxBodyBytes: number;
  /** All header lines of a request, and of an answer. */
  readonly maxHeaderBytes: number;
  /** One event of a stream. */
  readonly maxFrameBytes: number;
  /** An answer that is looked into. A longer one passes unread at `watch`, and not at all at `protect`. */
  readonly maxAnswerBytes: number;
  /** Requests of one caller to one peer in a second, on average; twice as many at once. 0: any number. */
  readonly requestsPerSecond: number;
  /** Requests under way to one peer that are no streams; more are told to come again. */
  readonly maxRequestsPerPeer: number;
  readonly maxStreamsPerCaller: number;
  readonly maxStreamsPerPeer: number;
  /** Connections of callers. */
  readonly maxConnections: number;
  /** From the first byte of a request to its last header line, and to the end of its body. */
  readonly requestHeadersMs: number;
  readonly requestBodyMs: number;
  /** How long a caller's unused connection is kept. */
  readonly keepAliveMs: number;
  /** How long an agent may take to be connected to, to begin an answer, and between two pieces of one. */
  readonly connectMs: number;
  readonly answerMs: number;
  readonly answerIdleMs: number;
  /** The longest silence of an agent on a stream, and of a caller who does not read; 0: any. */
  readonly streamIdleMs: number;
  readonly slowReaderMs: number;
  /** The longest life of a stream; 0: any. */
  readonly streamTotalMs: number;
  /** Tasks of one peer that are remembered; the one seen longest ago is forgotten first. */
  readonly maxTasks: number;
  /** What these may take as JSON; those seen longest ago are forgotten first. */
  readonly maxTaskBytes: number;
  /** How long what is under way may go on when the gateway is told to stop. */
  readonly shutdownMs: number;
}

export const DEFAULT_GATEWAY_LIMITS: GatewayLimits = Object.freeze({
  maxBodyBytes: 10 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024,
  maxFrameBytes: 4 * 1024 * 1024,
  maxAnswerBytes: 16 * 1024 * 1024,
  requestsPerSecond: 1_000,
  maxRequestsPerPeer: 1_000,
  maxStreamsPerCaller: 1_000,
  maxStreamsPerPeer: 10_000,
  maxConnections: 20_000,
  requestHeadersMs: 10_000,
  requestBodyMs: 60_000,
  keepAliveMs: 30_000,
  connectMs: 10_000,
  answerMs: 600_000,
  answerIdleMs: 60_000,
  streamIdleMs: 0,
  slowReaderMs: 120_000,
  streamTotalMs: 0,
  maxTasks: 50_000,
  maxTaskBytes: 128 * 1024 * 1024,
  shutdownMs: 10_000,
});

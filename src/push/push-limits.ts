/** What deliveries may cost whoever listens. */
export interface PushLimits {
  /** A larger delivery is refused with 413. */
  readonly maxBodyBytes: number;
  /** Bytes of deliveries that are being read at the same time; beyond that they are refused with 503. */
  readonly maxBytesAtOnce: number;
  /** Connections open at the same time; further ones are dropped. */
  readonly maxConnections: number;
  /** Deliveries to one web-hook that come at once, and how many more it may get a second; else they are refused with 429. */
  readonly burst: number;
  readonly perSecond: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
}

/** What is used where a listener isn't told otherwise. */
export const DEFAULT_PUSH_LIMITS: PushLimits = Object.freeze({
  maxBodyBytes: 1024 * 1024,
  maxBytesAtOnce: 64 * 1024 * 1024,
  maxConnections: 512,
  burst: 100,
  perSecond: 20,
  requestTimeoutMs: 15_000,
});

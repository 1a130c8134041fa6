import type { GatewayLimits } from '../limits.ts';
import type { Refusal } from './error-answer.ts';

/** Counts that are given up where there are too many callers to count. */
const MOST_CALLERS = 10_000;
/** A bucket holds as much as flows in within this time. */
const BURST_S = 2;

interface Bucket {
  left: number;
  at: number;
}

/** What is under way at one peer, and how much more may come. */
export class Load {
  readonly #limits: GatewayLimits;
  readonly #buckets = new Map<string, Bucket>();
  readonly #streamsOf = new Map<string, number>();
  #requests = 0;
  #streams = 0;

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  /** Whether a caller asks too often. */
  rateRefusal(caller: string, now: number): Refusal | undefined {
    const { requestsPerSecond: rate } = this.#limits;
    if (rate === 0) return undefined;
    const most = rate * BURST_S;
    let bucket = this.#buckets.get(caller);
    if (bucket === undefined) {
      if (this.#buckets.size >= MOST_CALLERS) this.#buckets.clear();
      bucket = { left: most, at: now };
      this.#buckets.set(caller, bucket);
    }
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1_000) * rate);
    bucket.at = now;
    if (bucket.left < 1)
      return busy('InvalidRequest', 429, `The gateway takes ${rate} requests a second of one caller. Ask more slowly.`);
    bucket.left--;
    return undefined;
  }

  /** Takes a place for a request; returns what gives it back, or why there is none. */
  enter(caller: string, streaming: boolean): (() => void) | Refusal {
    return streaming ? this.#enterStream(caller) : this.#enterRequest();
  }

  #enterRequest(): (() => void) | Refusal {
    const { maxRequestsPerPeer: most } = this.#limits;
    if (this.#requests >= most) {
      return busy(
        'InternalError',
        503,
        `The gateway has ${most} requests under way to this agent, and takes no more for now.`,
      );
    }
    this.#requests++;
    return () => void this.#requests--;
  }

  #enterStream(caller: string): (() => void) | Refusal {
    const { maxStreamsPerCaller, maxStreamsPerPeer } = this.#limits;
    const own = this.#streamsOf.get(caller) ?? 0;
    if (own >= maxStreamsPerCaller) {
      return busy(
        'InvalidRequest',
        429,
        `The gateway keeps ${maxStreamsPerCaller} streams open for one caller. Close one, or read the task instead.`,
      );
    }
    if (this.#streams >= maxStreamsPerPeer) {
      return busy(
        'InternalError',
        503,
        `The gateway has ${maxStreamsPerPeer} streams open to this agent, and takes no more for now. Read the task instead.`,
      );
    }
    this.#streams++;
    this.#streamsOf.set(caller, own + 1);
    return () => {
      this.#streams--;
      const left = (this.#streamsOf.get(caller) ?? 1) - 1;
      if (left === 0) this.#streamsOf.delete(caller);
      else this.#streamsOf.set(caller, left);
    };
  }
}

function busy(name: Refusal['name'], status: number, message: string): Refusal {
  return { name, message, status, retryAfter: 1 };
}

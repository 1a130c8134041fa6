import { performance } from 'node:perf_hooks';
import type { Operation } from './exchange.ts';
import type { State } from './model.ts';

/**
 * One thing that a peer received, sent or did:
 * - `request`: a request came; `answer`: it was answered, with the `state` told or the `fault`
 * - `stream-open`, `frame`, `stream-close`: a stream and each event sent on it
 * - `push`: a web-hook was called
 * - `run`: the truth about the work on a task: it is `working`, or stopped in that state
 * - `switch`: a deviation was added or removed
 */
export type EntryKind = 'request' | 'answer' | 'stream-open' | 'frame' | 'stream-close' | 'push' | 'run' | 'switch';

export interface LedgerEntry {
  /** Milliseconds since the epoch, monotonic within the process. */
  readonly at: number;
  readonly kind: EntryKind;
  /** Number of the request that this belongs to. */
  readonly exchange?: number | undefined;
  readonly operation?: Operation | undefined;
  readonly taskId?: string | undefined;
  readonly messageId?: string | undefined;
  /** Number of the stream, from 1. */
  readonly stream?: number | undefined;
  /** What a frame holds. */
  readonly event?: string | undefined;
  readonly state?: State | undefined;
  readonly fault?: string | undefined;
  /** HTTP status of an answer or of a web-hook's receiver. */
  readonly status?: number | undefined;
  /** Who closed a stream. */
  readonly by?: 'peer' | 'caller' | undefined;
  readonly bytes?: number | undefined;
  readonly note?: string | undefined;
}

/** What a peer received and sent, in order, and the truth about its work. Holds the newest entries up to its limit. */
export class Ledger {
  readonly #limit: number;
  #entries: LedgerEntry[] = [];
  #dropped = 0;

  constructor(limit = 50_000) {
    this.#limit = limit;
  }

  add(entry: Omit<LedgerEntry, 'at'>): void {
    this.#entries.push({ at: performance.timeOrigin + performance.now(), ...entry });
    // Cutting a tenth at a time keeps adding cheap.
    if (this.#entries.length <= this.#limit) return;
    const cut = Math.ceil(this.#limit / 10);
    this.#dropped += cut;
    this.#entries = this.#entries.slice(cut);
  }

  /** All entries that are kept, oldest first. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** How many old entries were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  ofTask(taskId: string): readonly LedgerEntry[] {
    return this.#entries.filter((entry) => entry.taskId === taskId);
  }
}

import type { Connection } from './connection.ts';

/** What a connection is wanted for. Each has a limit of its own, so that neither can starve the other. */
export type Lane = 'request' | 'stream';

/** Somebody who wants a connection. */
export interface Waiter {
  readonly lane: Lane;
  /** Only a connection that the peer is sure not to be closing will do. */
  readonly once: boolean;
  /** It's your turn. The connection must be given back. */
  granted(connection: Connection): void;
}

interface LaneState {
  readonly limit: number;
  active: number;
  readonly waiting: Set<Waiter>;
}

/** The connections to one origin: those in use, those kept for the next exchange, and who waits for one. */
export class OriginPool {
  readonly #create: (lost: (gone: Connection) => void) => Connection;
  readonly #emptied: () => void;
  readonly #lanes: Readonly<Record<Lane, LaneState>>;
  readonly #connections = new Set<Connection>();
  /** The one used last is taken first: its peer is the least likely to be about to close it. */
  #idle: Connection[] = [];

  /** @param emptied called when nothing is open, in use or waited for, so that the pool may be forgotten. */
  constructor(
    create: (lost: (gone: Connection) => void) => Connection,
    limits: Readonly<Record<Lane, number>>,
    emptied: () => void,
  ) {
    this.#create = create;
    this.#emptied = emptied;
    this.#lanes = {
      request: { limit: limits.request, active: 0, waiting: new Set() },
      stream: { limit: limits.stream, active: 0, waiting: new Set() },
    };
  }

  /** Gives the waiter a connection, now or when it's its turn. */
  acquire(waiter: Waiter): void {
    const lane = this.#lanes[waiter.lane];
    if (lane.active >= lane.limit) {
      lane.waiting.add(waiter);
      return;
    }
    lane.active++;
    waiter.granted(this.#take(waiter.once));
  }

  /** The waiter no longer wants its turn. */
  forget(waiter: Waiter): void {
    this.#lanes[waiter.lane].waiting.delete(waiter);
    this.#checkEmpty();
  }

  /** Takes a connection back; unless it may serve another exchange it is destroyed. */
  release(connection: Connection, from: Lane, reusable: boolean): void {
    const lane = this.#lanes[from];
    lane.active--;
    if (reusable && this.#idle.length < this.#lanes.request.limit) {
      connection.carried(performance.now());
      this.#idle.push(connection);
    } else void this.#discard(connection);
    const [next] = lane.waiting;
    if (next === undefined) {
      this.#checkEmpty();
    } else {
      lane.waiting.delete(next);
      this.acquire(next);
    }
  }

  /** Destroys everything. Resolves when every socket is closed. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => this.#discard(connection)));
  }

  #take(once: boolean): Connection {
    const kept = once ? this.#takeSure() : this.#idle.pop();
    if (kept !== undefined) return kept;
    const connection = this.#create((gone) => this.#lost(gone));
    this.#connections.add(connection);
    return connection;
  }

  #takeSure(): Connection | undefined {
    if (this.#idle.length === 0) return undefined;
    const now = performance.now();
    const place = this.#idle.findLastIndex((connection) => connection.isSure(now));
    return place === -1 ? undefined : this.#idle.splice(place, 1)[0];
  }

  // A connection in use opens a new socket by itself for a request that wasn't written yet.
  #lost(connection: Connection): void {
    const position = this.#idle.indexOf(connection);
    if (position === -1) return;
    this.#idle.splice(position, 1);
    void this.#discard(connection);
  }

  #discard(connection: Connection): Promise<void> {
    return connection.destroy().then(() => {
      this.#connections.delete(connection);
      this.#checkEmpty();
    });
  }

  #checkEmpty(): void {
    const { request, stream } = this.#lanes;
    const wanted = request.active + stream.active + request.waiting.size + stream.waiting.size;
    if (wanted === 0 && this.#connections.size === 0) this.#emptied();
  }
}

import type { TrustEvent } from './trust-event.ts';
import type { TrustRow } from './trust-row.ts';

/** What has changed in a store since it was last asked. */
export interface TrustChanges {
  /** `rows` is all there is; what isn't among them is gone. */
  readonly whole: boolean;
  readonly rows: readonly TrustRow[];
  /** Ids of rows that were taken out. */
  readonly gone: readonly string[];
}

/**
 * Where trust outlives the process, and is shared by several. Calls of one store don't overlap. What it rejects with
 * has been written in no part, and may be tried again.
 */
export interface TrustStore {
  /**
   * Applies the events in their order to what is stored, whoever wrote that, all of them or none.
   *
   * @returns what has changed since the last call, by this one or by others
   */
  write(events: readonly TrustEvent[]): Promise<TrustChanges>;
  close(): Promise<void>;
}

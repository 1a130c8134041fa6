import type { ArtifactRecord } from './artifact-record.ts';
import type { FingerprintKey } from './fingerprint.ts';
import type { MonitorLimits } from './limits.ts';
import type { TaskRecord } from './record.ts';
import type { StreamRecord } from './stream-record.ts';

/** The situation in which an observation is judged: everything as it was *before* the observation. */
export interface Situation {
  readonly task: TaskRecord;
  /** The stream that the observation came by, if it came by one. */
  readonly stream: StreamRecord | undefined;
  /** When the call was asked and when this was received: see `Moment`. */
  readonly asked: Moment;
  readonly now: Moment;
  /** The `status.timestamp` that is being told: see `Stamp`. */
  readonly stamp: Stamp | undefined;
  /** By which a frame or a snapshot is known again; 0 for anything else. */
  readonly print: number;
  /** What a snapshot that is being judged holds. */
  readonly content: ArtifactRecord | undefined;
  /** What a read of a completed task says where it holds no artifacts: some agents put their result there. */
  readonly words: ArtifactRecord | undefined;
  /** The artifact that a chunk belongs to, as its stream has brought it so far. */
  readonly known: ArtifactRecord | undefined;
  /** How an answer that tells a state stands to what is known already. */
  readonly order: ReadOrder;
  /** A read that tells the end which an earlier read told long enough ago, with the same content: the task is settled. */
  readonly settles: boolean;
  readonly limits: MonitorLimits;
  readonly key: FingerprintKey;
}

/**
 * Whole ms since the monitor began. Where two fall into one ms, a call is put after all that was seen of its task before
 * it was asked, so that a moment of receipt which is less than a moment of asking was before it for certain. Small
 * integers cost a record no extra memory.
 */
export type Moment = number;

/** A timestamp of the peer's, in whole ms since the first one that the monitor read. */
export type Stamp = number;

/**
 * `newer`: nothing known contradicts it. `concurrent`: older than something known, yet asked before that was received,
 * so both may be right. `stale`: older than something received before it was asked.
 */
export type ReadOrder = 'newer' | 'concurrent' | 'stale';

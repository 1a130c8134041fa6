import type { Fingerprint } from './fingerprint.ts';

/** One artifact as told by one channel. */
export interface ArtifactRecord extends Fingerprint {
  readonly artifactId: string;
  next: ArtifactRecord | undefined;
  /** UTF-16 code units of the text so far, while all of it is one text run; −1 once it isn't. */
  textLength: number;
  /** Bits of `ARTIFACT`. */
  flags: number;
  /** Another way to read what came: made when chunks repeat what was there. */
  doubt: DoubtRecord | undefined;
}

export const ARTIFACT = {
  /** It has at least one part. */
  parts: 1,
  /** Its last chunk was announced. */
  closed: 2,
  /** It is remembered of which task it is. */
  owned: 4,
  /** A chunk of it came by its stream, after the last snapshot there. */
  chunk: 8,
  /** Its stream began it behind the end that it had told. */
  behind: 16,
  /** All that it held at some moment is known: from a snapshot, or since it was begun anew. */
  begun: 32,
  /** A snapshot on its stream has shown it, which may have been old by then. */
  shown: 64,
} as const;

/** What an artifact holds if chunks that repeat what was there are taken once. */
export interface DoubtRecord {
  readonly once: ArtifactRecord;
  /** Appended chunks in a row that began with all that was there. */
  cumulative: number;
  /** Appended chunks that were equal to the one before. */
  repeated: number;
}

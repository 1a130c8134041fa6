import type { ArtifactRecord } from '../../lifecycle/artifact-record.ts';
import { sameContent } from '../../lifecycle/compare-content.ts';
import { contentOf, findArtifact } from '../../lifecycle/content.ts';
import { type FingerprintKey, samePrint } from '../../lifecycle/fingerprint.ts';
import { findStream } from '../../lifecycle/note-stream.ts';
import type { TaskRecord } from '../../lifecycle/record.ts';
import { asList, asObject } from '../../protocol/json.ts';
import type { Task } from '../../protocol/model.ts';
import type { Vantage } from '../../protocol/observation.ts';
import { appliedOnce } from './applied-once.ts';

/** What a caller has been given of a task's artifacts, as fingerprints. */
export class ToldContent {
  readonly #key: FingerprintKey;
  /** The caller has followed from the beginning, or was given a snapshot: what it was not given, it lacks. */
  complete: boolean;
  /** Something that a stream brought did not get through. */
  lacking = false;
  /** What reads have given. While a stream gives, the monitor's record of that stream says what. */
  #given: ArtifactRecord | undefined;
  #byStream: Vantage | undefined;

  constructor(key: FingerprintKey, complete: boolean) {
    this.#key = key;
    this.complete = complete;
  }

  /** From now on a stream gives. */
  follow(vantage: Vantage, record: TaskRecord): void {
    this.#given = this.#ofStream(record) ?? this.#given;
    this.#byStream = vantage;
  }

  /** An event of the stream that gives has not got through. */
  missed(): void {
    if (this.#byStream !== undefined) this.lacking = true;
  }

  /** Whether a snapshot shows just what the caller had been given before its stream began. */
  repeats(task: Task): boolean {
    return sameContent(contentOf(task.artifacts, this.#key), this.#given);
  }

  /** The artifacts of a snapshot, as they came, that the caller has not got, or has got otherwise. */
  missing(task: Task, record: TaskRecord): readonly unknown[] {
    const shown = contentOf(task.artifacts, this.#key);
    const streamed = this.#ofStream(record);
    return asList(task.raw['artifacts']).filter((artifact) => {
      const id = asObject(artifact)?.['artifactId'];
      const there = findArtifact(shown, typeof id === 'string' ? id : '');
      if (there === undefined || there.textLength === 0) return false;
      // The record of the stream has what did not get through, too.
      if (this.lacking) return true;
      const known = findArtifact(streamed, there.artifactId) ?? findArtifact(this.#given, there.artifactId);
      if (known === undefined) return this.complete;
      return !samePrint(known, there) && !this.#isOnce(known, task);
    });
  }

  /**
   * Whether a snapshot holds of an artifact what the caller was given, with pieces applied more than once: the stream is
   * what is right.
   */
  #isOnce(known: ArtifactRecord, { artifacts = [] }: Task): boolean {
    const held = artifacts.find(({ artifactId }) => artifactId === known.artifactId);
    if (held === undefined) return false;
    for (const parts of appliedOnce(held.parts)) {
      const once = contentOf([{ ...held, parts }], this.#key);
      if (once !== undefined && samePrint(known, once)) return true;
    }
    return false;
  }

  /** The caller has got all that a snapshot shows. */
  gave(task: Task): void {
    this.#given = contentOf(task.artifacts, this.#key);
    this.#byStream = undefined;
    this.complete = true;
    this.lacking = false;
  }

  #ofStream(record: TaskRecord): ArtifactRecord | undefined {
    return this.#byStream === undefined ? undefined : findStream(record, this.#byStream)?.artifacts;
  }
}

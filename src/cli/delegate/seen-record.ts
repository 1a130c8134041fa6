import { type FileHandle, open } from 'node:fs/promises';
import { evidenceLines } from '../../judge/evidence-file.ts';
import type { Claims } from '../../lifecycle/peer-facts.ts';
import type { Observation } from '../../protocol/observation.ts';
import { UsageError } from '../usage-error.ts';

/** Gathers what is seen, and writes it to a file that `probity judge` reads. */
export class SeenRecord {
  readonly #file: FileHandle;
  readonly #seen: Observation[] = [];

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens the file at once: that it can't be written should be known before a task is begun.
   *
   * @throws UsageError if it can't
   */
  static async open(path: string): Promise<SeenRecord> {
    try {
      return new SeenRecord(await open(path, 'w'));
    } catch (cause) {
      throw new UsageError(`Can't write ${path}: ${(cause as Error).message}`, { cause });
    }
  }

  add(seen: Observation): void {
    this.#seen.push(seen);
  }

  /** Writes all of it, with times that begin at 0. */
  async write(claims: Claims): Promise<void> {
    const began = this.#seen[0]?.vantage.asked ?? 0;
    const observations = this.#seen.map((seen) => ({
      ...seen,
      received: seen.received - began,
      vantage: { ...seen.vantage, asked: seen.vantage.asked - began },
    }));
    const lines = evidenceLines([{ claims, observations, framesTimed: true }]);
    await this.#file.write(`${[...lines].join('\n')}\n`);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

import { type FileHandle, open } from 'node:fs/promises';
import type { Secrets } from '../../http/secrets.ts';
import { evidenceLines } from '../../judge/evidence-file.ts';
import type { Claims } from '../../lifecycle/peer-facts.ts';
import type { Observation } from '../../protocol/observation.ts';
import { BINDINGS, DIALECTS, OPERATIONS } from '../../protocol/operation.ts';
import { TASK_STATES } from '../../protocol/task-state.ts';
import { fileWords } from '../file-words.ts';
import { UsageError } from '../usage-error.ts';

/** Gathers what is seen, and writes it to a file that `probity judge` reads. Credentials that the agent repeats are masked. */
export class SeenRecord {
  readonly #file: FileHandle;
  readonly #secrets: Secrets;
  readonly #seen: Observation[] = [];

  private constructor(file: FileHandle, secrets: Secrets) {
    this.#file = file;
    this.#secrets = secrets;
  }

  /**
   * Opens the file at once: that it can't be written should be known before a task is begun.
   *
   * @throws UsageError if it can't
   */
  static async open(path: string, secrets: Secrets): Promise<SeenRecord> {
    try {
      return new SeenRecord(await open(path, 'w'), secrets);
    } catch (cause) {
      throw new UsageError(`Can't write ${path}: ${fileWords(cause)}.`, { cause });
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
    const recording = this.#secrets.within({ claims, observations, framesTimed: true }, isOwnWord);
    const lines = evidenceLines([recording]);
    await this.#file.write(`${[...lines].join('\n')}\n`);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Words that the format is made of, whatever a credential looks like. */
const OURS: Readonly<Record<string, readonly unknown[]>> = {
  state: TASK_STATES,
  operation: OPERATIONS,
  dialect: DIALECTS,
  binding: BINDINGS,
};

function isOwnWord(member: string, value: unknown): boolean {
  return Object.hasOwn(OURS, member) && OURS[member]?.includes(value) === true;
}

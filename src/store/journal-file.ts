import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { NamesOf } from '../options/given-names.ts';
import { refuseStrangers } from '../options/option-error.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import type { DelegationEntry, DelegationJournal, DelegationProgress } from './journal.ts';
import type { Schema } from './schema.ts';
import { defaultStateFile } from './state-file.ts';
import { damaged, StoreError } from './store-error.ts';

export interface JournalFileOptions extends DatabaseOptions {
  /** Where it is kept; by default in the state folder of the user. */
  readonly file?: string;
  /** Tells the time in ms since the epoch; the system's clock by default. */
  readonly clock?: () => number;
}

const OPTIONS: NamesOf<JournalFileOptions> = {
  file: true,
  clock: true,
  busyMs: true,
};

const BEAT_MS = 5_000;
/** A process that has said nothing for so long is gone, whatever has its number now. */
const GONE_MS = 60_000;

interface Saved {
  readonly entry: DelegationEntry;
  readonly progress: DelegationProgress;
}

interface Waiting {
  readonly write: (trx: Transaction<Schema>) => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: StoreError) => void;
}

/**
 * Opens a journal of delegations, and makes the file if it isn't there. Several processes may share one: each takes over
 * only what belongs to processes that are gone.
 *
 * @throws StoreError if the file can't be used, isn't one of Probity's, is damaged, or was written by a newer version
 */
export async function openJournal(options: JournalFileOptions = {}): Promise<JournalFile> {
  refuseStrangers(options, OPTIONS);
  const { file = defaultStateFile(), clock = Date.now } = options;
  return new JournalFile(await openDatabase(file, options), clock);
}

/** A journal in a file. What is to be saved at the same time is saved in one go. */
export class JournalFile implements DelegationJournal, AsyncDisposable {
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #owner = randomUUID();
  /** What has changed of those that this process looks after. */
  readonly #progress = new Map<string, DelegationProgress>();
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  begin(entry: DelegationEntry): Promise<void> {
    this.#hold(entry.id);
    return this.#save(async (trx) => {
      await this.#claim(trx);
      const body = JSON.stringify(entry);
      const row = { id: entry.id, owner: this.#owner, begun_at: entry.begunAt, body, progress: this.#told(entry.id) };
      await trx.replaceInto('delegation').values(row).execute();
    });
  }

  update(id: string, news: DelegationProgress): Promise<void> {
    const before = this.#progress.get(id);
    if (before === undefined) return Promise.resolve();
    this.#progress.set(id, { ...before, ...news });
    return this.#save(async (trx) => {
      // The newest there is by now.
      await trx
        .updateTable('delegation')
        .set({ progress: this.#told(id) })
        .where('id', '=', id)
        .execute();
    });
  }

  end(id: string): Promise<void> {
    if (!this.#progress.delete(id)) return Promise.resolve();
    if (this.#progress.size === 0) {
      clearInterval(this.#beat);
      this.#beat = undefined;
    }
    return this.#save(async (trx) => {
      await trx.deleteFrom('delegation').where('id', '=', id).execute();
    });
  }

  async takeOver(): Promise<readonly DelegationEntry[]> {
    const taken: Saved[] = [];
    await this.#save(async (trx) => {
      const owners = await trx.selectFrom('owner').selectAll().execute();
      const gone = owners.filter((owner) => owner.id !== this.#owner && this.#isGone(owner)).map(({ id }) => id);
      if (gone.length === 0) return;
      await this.#claim(trx);
      const rows = trx.updateTable('delegation').set({ owner: this.#owner }).where('owner', 'in', gone);
      for (const row of await rows.returning(['body', 'progress']).execute()) taken.push(this.#read(row));
      await trx.deleteFrom('owner').where('id', 'in', gone).execute();
    });
    for (const { entry, progress } of taken) this.#hold(entry.id, progress);
    return taken.map(({ entry, progress }) => ({ ...entry, ...progress })).sort((a, b) => a.begunAt - b.begunAt);
  }

  /**
   * Closes the file once everything has been saved. Delegations that are not over stay in it, for whoever takes them
   * over next.
   */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    try {
      // Nobody looks after them any more.
      await this.#save(async (trx) => {
        await trx.updateTable('owner').set({ beat_at: 0 }).where('id', '=', this.#owner).execute();
      });
    } finally {
      await this.#database.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #hold(id: string, progress: DelegationProgress = {}): void {
    this.#progress.set(id, progress);
    this.#beat ??= setInterval(() => this.#sayAlive(), BEAT_MS).unref();
  }

  #told(id: string): string {
    return JSON.stringify(this.#progress.get(id) ?? {}, nullForUndefined);
  }

  async #claim(trx: Transaction<Schema>): Promise<void> {
    const row = { id: this.#owner, host: hostname(), pid: process.pid, beat_at: this.#clock() };
    await trx.replaceInto('owner').values(row).execute();
  }

  #isGone({ host, pid, beat_at }: Schema['owner']): boolean {
    if (this.#clock() - beat_at > GONE_MS) return true;
    return host === hostname() && !isRunning(pid);
  }

  #sayAlive(): void {
    // What fails now is tried again in a moment.
    this.#save((trx) => this.#claim(trx)).catch(() => undefined);
  }

  #save(write: Waiting['write']): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ write, done, failed });
      this.#writing ??= this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    // What is told in the same turn goes together.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const { db, file } = this.#database;
      try {
        await db.transaction().execute(async (trx) => {
          for (const { write } of batch) await write(trx);
        });
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(StoreError.of(error, file));
      }
    }
    this.#writing = undefined;
  }

  #read({ body, progress }: { readonly body: string; readonly progress: string }): Saved {
    try {
      const told: Record<string, unknown> = JSON.parse(progress);
      // What is undefined by now must not be taken for what it was at the beginning.
      for (const [name, value] of Object.entries(told)) if (value === null) told[name] = undefined;
      return { entry: JSON.parse(body), progress: told };
    } catch (cause) {
      throw damaged(this.#database.file, cause);
    }
  }
}

function nullForUndefined(_name: string, value: unknown): unknown {
  return value === undefined ? null : value;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

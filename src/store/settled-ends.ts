import { randomBytes } from 'node:crypto';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { damaged, StoreError } from './store-error.ts';

/** The end of a task that somebody was told for good. */
export interface SettledEnd {
  readonly peer: string;
  readonly owner: string;
  readonly taskId: string;
  /** When it was told, in ms since the epoch. */
  readonly at: number;
  /** Plain data. */
  readonly body: unknown;
}

/** Nobody is expected to ask for an older one. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** The newest of one peer. */
const MOST_OF_PEER = 10_000;

/** Ends of tasks in a file, which outlive the process. */
export class SettledEnds implements AsyncDisposable {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Opens a file, makes it if it isn't there, and takes out what is too old.
   *
   * @param now in ms since the epoch
   * @throws StoreError if the file can't be used
   */
  static async open(file: string, now: number, options: DatabaseOptions = {}): Promise<SettledEnds> {
    const ends = new SettledEnds(await openDatabase(file, options));
    try {
      await ends.#try(({ db }) =>
        db
          .deleteFrom('settled_end')
          .where('at', '<', now - KEPT_MS)
          .execute(),
      );
      return ends;
    } catch (error) {
      await ends.close();
      throw error;
    }
  }

  /** The newest ends of a peer's tasks, oldest first. */
  read(peer: string): Promise<readonly SettledEnd[]> {
    return this.#try(async ({ db, file }) => {
      const newest = db.selectFrom('settled_end').selectAll().where('peer', '=', peer).orderBy('at', 'desc');
      const rows = await newest.limit(MOST_OF_PEER).execute();
      return rows.reverse().map(({ owner, task_id: taskId, at, body }) => {
        return { peer, owner, taskId, at, body: parsed(body, file) };
      });
    });
  }

  /** Writes ends; one that is there already is replaced. */
  write(ends: readonly SettledEnd[]): Promise<void> {
    if (ends.length === 0) return Promise.resolve();
    return this.#try(({ db }) =>
      db.transaction().execute(async (trx) => {
        for (const { taskId, body, ...rest } of ends) {
          await trx
            .replaceInto('settled_end')
            .values({ ...rest, task_id: taskId, body: JSON.stringify(body) })
            .execute();
        }
      }),
    );
  }

  /** A random key of 32 bytes by its name, the same each time. */
  secret(name: string): Promise<Buffer> {
    return this.#try(({ db, file }) =>
      db.transaction().execute(async (trx) => {
        const value = randomBytes(32).toString('base64url');
        await trx
          .insertInto('secret')
          .values({ name, value })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const row = await trx.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst();
        const key = Buffer.from(row?.value ?? '', 'base64url');
        if (key.length !== 32) throw damaged(file);
        return key;
      }),
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #try<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await work(this.#database);
    } catch (error) {
      throw StoreError.of(error, this.#database.file);
    }
  }
}

function parsed(body: string, file: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw damaged(file, cause);
  }
}

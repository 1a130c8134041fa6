import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';
import { openSqlite, SqliteDialect, whenFree } from './sqlite-dialect.ts';
import { defaultStateFile } from './state-file.ts';
import { damaged, newer, noFolder, notAStore, StoreError } from './store-error.ts';

/** Marks a database file as one of Probity's: `Prob` in ASCII. */
const APPLICATION_ID = 0x50726f62;

export interface DatabaseOptions {
  /** How long to wait for other processes that write, in ms; 10 s by default. This process goes on meanwhile. */
  readonly busyMs?: number;
}

/** An open store file. */
export interface Database {
  readonly file: string;
  readonly db: Kysely<Schema>;
  /** Changes whenever another process has written; asking it costs next to nothing. */
  dataVersion(): number;
  close(): Promise<void>;
}

/**
 * Opens a store file, and makes it if it isn't there, readable by nobody else. Its folder has to be there, unless it is
 * Probity's own in the state folder of the user.
 *
 * @throws StoreError where that can't be; what the file holds is then as it was
 */
export async function openDatabase(path: string, { busyMs = 10_000 }: DatabaseOptions = {}): Promise<Database> {
  const file = resolve(path);
  let sqlite: DatabaseSync | undefined;
  try {
    makePrivate(file);
    sqlite = openSqlite(file);
    const opened = sqlite;
    await whenFree(() => prepare(opened, file), busyMs);
    const version = sqlite.prepare('pragma data_version');
    const db = new Kysely<Schema>({ dialect: new SqliteDialect(sqlite, { busyMs }) });
    return {
      file,
      db,
      dataVersion: () => Number(version.get()?.['data_version']),
      close: () => db.destroy(),
    };
  } catch (error) {
    if (sqlite?.isOpen) sqlite.close();
    throw StoreError.of(error, file);
  }
}

/** A folder is made where nobody named one. Of one that somebody named and that isn't there, a slip is more likely. */
function makePrivate(file: string): void {
  const folder = dirname(file);
  if (folder === dirname(defaultStateFile())) mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (!existsSync(folder)) throw noFolder(file, folder);
  closeSync(openSync(file, 'a', 0o600));
  if (!statSync(file).isFile()) throw notAStore(file);
}

/** Nothing is written before it is certain that the file is ours, and of no newer version. */
function prepare(sqlite: DatabaseSync, file: string): void {
  let version = versionOf(sqlite, file);
  if (numberOf(sqlite, 'quick_check(1)') !== 'ok') throw damaged(file);
  if (version < MIGRATIONS.length) {
    sqlite.exec('begin immediate');
    try {
      version = versionOf(sqlite, file);
      for (const migration of MIGRATIONS.slice(version)) sqlite.exec(migration);
      sqlite.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${MIGRATIONS.length}`);
      sqlite.exec('commit');
    } catch (error) {
      if (sqlite.isTransaction) sqlite.exec('rollback');
      throw error;
    }
  }
  // What has been told to be saved has to be on the disk, whatever happens to the machine.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full');
}

function versionOf(sqlite: DatabaseSync, file: string): number {
  const application = numberOf(sqlite, 'application_id');
  const version = Number(numberOf(sqlite, 'user_version'));
  const tables = Number(sqlite.prepare('select count(*) as tables from sqlite_schema').get()?.['tables']);
  if (application !== APPLICATION_ID && (application !== 0 || tables > 0 || version > 0)) throw notAStore(file);
  if (version > MIGRATIONS.length) throw newer(file);
  return version;
}

function numberOf(sqlite: DatabaseSync, pragma: string) {
  return Object.values(sqlite.prepare(`pragma ${pragma}`).get() ?? {})[0];
}

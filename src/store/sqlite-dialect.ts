import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { isBusy } from './store-error.ts';

/** How long SQLite itself waits for another process: all of ours stands still meanwhile. */
const BLOCKED_MS = 20;
/** The most statements that are kept prepared. */
const MOST_STATEMENTS = 100;

/** Kysely over the SQLite that comes with Node. It waits for other processes without holding up this one. */
export class SqliteDialect implements Dialect {
  readonly #database: DatabaseSync;
  readonly #busyMs: number;

  constructor(database: DatabaseSync, { busyMs }: { readonly busyMs: number }) {
    this.#database = database;
    this.#busyMs = busyMs;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#database, this.#busyMs);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Opens a database file. */
export function openSqlite(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BLOCKED_MS });
}

/** Runs something until no other process is in its way, or the time is over. */
export async function whenFree<T>(run: () => T, busyMs: number): Promise<T> {
  const end = performance.now() + busyMs;
  for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
    }
    // Processes that began to wait at once must not go on at once.
    await delay(wait * (0.5 + Math.random()));
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #busyMs: number;
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync, busyMs: number) {
    this.#database = database;
    this.#busyMs = busyMs;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /** What is read to be written has to be locked from the first read on: SQLite can't turn a reader into a writer. */
  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await whenFree(() => this.#database.exec(begin), this.#busyMs);
  }

  async commitTransaction(): Promise<void> {
    await whenFree(() => this.#database.exec('commit'), this.#busyMs);
  }

  async rollbackTransaction(): Promise<void> {
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const statement = this.#prepare(sql);
    for (const row of statement.iterate(...(parameters as readonly SQLInputValue[]))) yield { rows: [row as R] };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

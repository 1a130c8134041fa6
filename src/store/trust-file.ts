import type { Transaction } from 'kysely';
import { TRUST_BOUNDS, type TrustBounds } from '../trust/bounds.ts';
import { TrustBook } from '../trust/trust-book.ts';
import type { TrustEvent } from '../trust/trust-event.ts';
import { cardUrlOf, idOf, refusalId, type TrustRow } from '../trust/trust-row.ts';
import type { TrustChanges, TrustStore } from '../trust/trust-store.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { damaged, StoreError } from './store-error.ts';

const NOTHING: TrustChanges = { whole: false, rows: [], gone: [] };

/** How many rows one statement writes. */
const ROWS_AT_ONCE = 100;

/** Trust in a file that several processes may share. */
export class TrustFile implements TrustStore {
  readonly #database: Database;
  readonly #bounds: TrustBounds;
  /** The change up to which the reader knows the file; below 0: it knows nothing. */
  #known = -1;
  #dataVersion: number | undefined;

  constructor(database: Database, bounds: Partial<TrustBounds> = {}) {
    this.#database = database;
    this.#bounds = { ...TRUST_BOUNDS, ...bounds };
  }

  async write(events: readonly TrustEvent[]): Promise<TrustChanges> {
    const { db, file } = this.#database;
    try {
      const dataVersion = this.#database.dataVersion();
      if (events.length === 0 && dataVersion === this.#dataVersion) return NOTHING;
      const begin = db.transaction().setAccessMode(events.length === 0 ? 'read only' : 'read write');
      const { changes, change } = await begin.execute((trx) => this.#exchange(trx, events));
      this.#known = change;
      this.#dataVersion = dataVersion;
      return changes;
    } catch (error) {
      throw StoreError.of(error, file);
    }
  }

  /** Takes out what is too old to say anything. @param now in ms since the epoch */
  async prune(now: number): Promise<void> {
    const { db, file } = this.#database;
    try {
      await db.transaction().execute(async (trx) => {
        const book = new TrustBook(
          this.#bounds,
          (await trx.selectFrom('trust').select('body').execute()).map(this.#read),
        );
        book.prune(now);
        await this.#save(trx, book, await counters(trx));
      });
    } catch (error) {
      throw StoreError.of(error, file);
    }
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #exchange(trx: Transaction<Schema>, events: readonly TrustEvent[]) {
    const before = await counters(trx);
    const whole = this.#known < before.removal || this.#known < 0;
    let change = before.change;
    let gone: readonly string[] = [];
    if (events.length > 0) {
      const book = new TrustBook(this.#bounds, await this.#concerned(trx, events));
      for (const event of events) book.apply(event);
      ({ change, gone } = await this.#save(trx, book, before));
    }
    const news = trx.selectFrom('trust').select('body');
    const rows = await (whole ? news : news.where('change', '>', this.#known)).execute();
    return { change, changes: { whole, rows: rows.map(this.#read), gone: whole ? [] : gone } };
  }

  /** The rows that events may change: all those of their agents, but of refusals only the same ones. */
  async #concerned(trx: Transaction<Schema>, events: readonly TrustEvent[]): Promise<readonly TrustRow[]> {
    const rows = trx.selectFrom('trust').select('body');
    if (events.some((event) => event.kind === 'reset')) return (await rows.execute()).map(this.#read);
    const agents = new Set(events.map(agentOf));
    const refusals = events.flatMap((event) =>
      event.kind === 'refused' ? [refusalId(event.cardUrl, event.work)] : [],
    );
    const concerned = rows.where(({ or, and, eb }) =>
      or([
        and([eb('kind', '!=', 'refusal'), or([eb('card_url', 'is', null), eb('card_url', 'in', [...agents])])]),
        eb('id', 'in', refusals),
      ]),
    );
    return (await concerned.execute()).map(this.#read);
  }

  async #save(trx: Transaction<Schema>, { rows, changed }: TrustBook, before: Counters) {
    const change = before.change + 1;
    const ids = [...changed];
    const gone = ids.filter((id) => !rows.has(id));
    const written = ids.flatMap((id) => rows.get(id) ?? []);
    for (let from = 0; from < written.length; from += ROWS_AT_ONCE) {
      const values = written.slice(from, from + ROWS_AT_ONCE).map((row) => ({
        id: idOf(row),
        kind: row.kind,
        card_url: cardUrlOf(row) ?? null,
        body: JSON.stringify(row),
        change,
      }));
      await trx.replaceInto('trust').values(values).execute();
    }
    for (let from = 0; from < gone.length; from += ROWS_AT_ONCE) {
      await trx
        .deleteFrom('trust')
        .where('id', 'in', gone.slice(from, from + ROWS_AT_ONCE))
        .execute();
    }
    await trx.updateTable('counter').set({ value: change }).where('name', '=', 'trust-change').execute();
    if (gone.length > 0) {
      await trx.updateTable('counter').set({ value: change }).where('name', '=', 'trust-removal').execute();
    }
    return { change, gone };
  }

  readonly #read = ({ body }: { readonly body: string }): TrustRow => {
    try {
      const row = JSON.parse(body) as TrustRow;
      idOf(row);
      return row;
    } catch (cause) {
      throw damaged(this.#database.file, cause);
    }
  };
}

interface Counters {
  readonly change: number;
  readonly removal: number;
}

async function counters(trx: Transaction<Schema>): Promise<Counters> {
  const values = new Map((await trx.selectFrom('counter').selectAll().execute()).map((row) => [row.name, row.value]));
  return { change: values.get('trust-change') ?? 0, removal: values.get('trust-removal') ?? 0 };
}

function agentOf(event: TrustEvent): string {
  if ('key' in event) return event.key.cardUrl;
  return event.kind === 'mode' ? event.turn.at.cardUrl : (event.cardUrl ?? '');
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aFinding, anInterface } from '../../test/trust/sample-finding.ts';
import { TRUST_BOUNDS } from './bounds.ts';
import { LastingTrust } from './lasting-trust.ts';
import { TrustBook } from './trust-book.ts';
import type { TrustEvent } from './trust-event.ts';
import type { TrustChanges, TrustStore } from './trust-store.ts';

/** A store in memory that can be away. */
class MemoryStore implements TrustStore {
  readonly book = new TrustBook(TRUST_BOUNDS);
  away = false;
  closed = false;
  calls = 0;

  async write(events: readonly TrustEvent[]): Promise<TrustChanges> {
    this.calls++;
    await new Promise((go) => setImmediate(go));
    if (this.away) throw new Error('the store is away');
    for (const event of events) this.book.apply(event);
    return { whole: true, rows: [...this.book.rows.values()], gone: [] };
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

const at = anInterface();

describe('trust that lasts', () => {
  it('decides at once, whether its store can be written or not', async () => {
    const store = new MemoryStore();
    await using trust = await LastingTrust.open(store);
    store.away = true;
    trust.cache.broken(at, aFinding());
    assert.equal(trust.cache.standingOf(at, 'stream.send').state, 'suspect');
    await assert.rejects(trust.flush(), /the store is away/);
    assert.equal(trust.cache.standingOf(at, 'stream.send').state, 'suspect');
    store.away = false;
  });

  it('tells of a store that is away, and writes once it is back', async () => {
    const store = new MemoryStore();
    const told: unknown[] = [];
    const failed = Promise.withResolvers<void>();
    const onStoreError = (error: unknown): void => {
      told.push(error);
      if (told.length === 2) failed.resolve();
    };
    await using trust = await LastingTrust.open(store, { onStoreError });
    store.away = true;
    trust.cache.broken(at, aFinding());
    // The pauses keep no process alive, so a test has to.
    const alive = setInterval(() => undefined, 1_000);
    await failed.promise;
    store.away = false;
    while (store.book.rows.size === 0) await new Promise((go) => setTimeout(go, 10));
    clearInterval(alive);
    assert.equal(store.book.rows.size, 1);
  });

  it('closes its store, and says so where something could not be written', async () => {
    const store = new MemoryStore();
    const trust = await LastingTrust.open(store);
    store.away = true;
    trust.cache.broken(at, aFinding());
    await assert.rejects(trust.close(), /the store is away/);
    assert.ok(store.closed);
    await trust.close();
  });

  it('writes what one observation brings in one go, and nothing twice', async () => {
    const store = new MemoryStore();
    const trust = await LastingTrust.open(store);
    const before = store.calls;
    for (let times = 0; times < 50; times++) trust.cache.kept(at, 'task');
    await trust.close();
    assert.equal(store.calls, before + 1);
    const [row] = store.book.rows.values();
    assert.ok(row?.kind === 'claim' && row.record.kept?.times === 50);
  });

  it('keeps demotions and refusals of a long absence, if it must drop something', async () => {
    const store = new MemoryStore();
    const trust = await LastingTrust.open(store);
    store.away = true;
    trust.cache.refuse(at.cardUrl, 'order-17', 'no');
    trust.cache.broken(at, aFinding());
    for (let times = 0; times < 25_000; times++) trust.cache.kept(at, 'task');
    await assert.rejects(trust.flush());
    store.away = false;
    await trust.close();
    assert.deepEqual([...store.book.rows.values()].map(({ kind }) => kind).sort(), ['claim', 'claim', 'refusal']);
  });
});

import type { TrustBounds } from './bounds.ts';
import {
  brokenAt,
  type ClaimRecord,
  cardChangedAt,
  doubtedAt,
  hasCleared,
  keptAt,
  moreSuspicious,
} from './claim-record.ts';
import { FORMER_INTERFACES, formerKey } from './interface-key.ts';
import type { ListedInterface, ResetScope, TrustEvent } from './trust-event.ts';
import {
  cardId,
  cardUrlOf,
  claimId,
  idOf,
  modeId,
  type RowOf,
  refusalId,
  resetId,
  type TrustRow,
} from './trust-row.ts';
import type { InterfaceKey } from './trust-view.ts';

type Event<K extends TrustEvent['kind']> = Extract<TrustEvent, { readonly kind: K }>;

/**
 * All that is remembered of agents, and what each event makes of it. Pure: it reads no clock, and what it holds is plain
 * data. The same book is kept in memory and, row by row, on file.
 */
export class TrustBook {
  readonly rows: Map<string, TrustRow> = new Map();
  /** Ids of the rows that were written, or taken out, since they were last restored. */
  readonly changed: Set<string> = new Set();
  readonly #bounds: TrustBounds;

  constructor(bounds: TrustBounds, rows: Iterable<TrustRow> = []) {
    this.#bounds = bounds;
    for (const row of rows) this.rows.set(idOf(row), row);
  }

  /** The record of a claim. An interface without one has that of the interfaces that its card no longer lists. */
  recordOf(key: InterfaceKey, claim: RowOf<'claim'>['claim']): ClaimRecord | undefined {
    return (this.#row<'claim'>(claimId(key, claim)) ?? this.#row<'claim'>(claimId(formerKey(key), claim)))?.record;
  }

  /** Takes in what was seen or asked for. */
  apply(event: TrustEvent): void {
    if (this.#void(event)) return;
    switch (event.kind) {
      case 'kept':
        return this.#claim(event, (record) => keptAt(record, event.at, this.#bounds));
      case 'broken':
        return this.#claim(event, (record) => brokenAt(record, event.rule, event.at, this.#bounds));
      case 'doubted':
        return this.#claim(event, (record) => doubtedAt(record, event, event.at, this.#bounds));
      case 'card':
        return this.#card(event);
      case 'mode': {
        const known = this.#row<'mode'>(modeId(event.turn));
        if (known === undefined || known.at <= event.at) this.#put(event);
        return;
      }
      case 'refused':
        if (this.rows.has(refusalId(event.cardUrl, event.work))) return;
        return this.#put({ ...event, kind: 'refusal' });
      case 'reset':
        for (const row of this.rows.values()) if (covers(event, row)) this.#drop(row);
        return this.#put(event);
    }
  }

  /** Takes out what says nothing any more, by its age. */
  prune(now: number): void {
    const { refusalMs, modeMs, forgetMs } = this.#bounds;
    const most = { refusal: refusalMs, mode: modeMs, claim: forgetMs, reset: forgetMs, card: Number.POSITIVE_INFINITY };
    for (const row of this.rows.values()) {
      const at = row.kind === 'claim' ? row.record.seenAt : row.at;
      if (now - at > most[row.kind]) this.#drop(row);
    }
  }

  /** Puts rows back to what they are elsewhere. */
  restore(ids: Iterable<string>, from: ReadonlyMap<string, TrustRow>): void {
    for (const id of ids) {
      const row = from.get(id);
      if (row === undefined) this.rows.delete(id);
      else this.rows.set(id, row);
      this.changed.delete(id);
    }
  }

  #claim({ key, claim }: Event<'kept' | 'broken' | 'doubted'>, make: (record: ClaimRecord | undefined) => ClaimRecord) {
    this.#put({ kind: 'claim', key, claim, record: make(this.recordOf(key, claim)) });
  }

  #card({ cardUrl, digest, interfaces, at }: Event<'card'>): void {
    const known = this.#row<'card'>(cardId(cardUrl));
    if (known?.digest === digest || (known !== undefined && known.at > at)) return;
    this.#put({ kind: 'card', cardUrl, digest, at });
    // Of what was seen before any card was, nobody knows by which card it was promised.
    for (const row of this.rows.values()) {
      if (cardUrlOf(row) !== cardUrl) continue;
      if (row.kind === 'mode' && row.accepted) this.#drop(row);
      if (row.kind !== 'claim') continue;
      const record = cardChangedAt(row.record, at);
      if (interfaces === undefined || lists(interfaces, row.key)) this.#put({ ...row, record });
      else this.#former(row, record, at);
    }
  }

  /** A new address launders nobody; what was cleared at the old one is not held against the new one again. */
  #former(row: RowOf<'claim'>, record: ClaimRecord, at: number): void {
    this.#drop(row);
    if (record.demotions === 0 && record.doubts.length === 0) return;
    const key = formerKey(row.key);
    const former = this.#row<'claim'>(claimId(key, row.claim))?.record;
    const cleared = former !== undefined && hasCleared(row.record, former, at);
    this.#put({ ...row, key, record: cleared ? record : moreSuspicious(record, former) });
  }

  /** What was seen before a reset, and is only told after it, is forgotten too. Refusals no reset lifts. */
  #void(event: TrustEvent): boolean {
    if (event.kind === 'refused' || event.kind === 'reset') return false;
    const key = event.kind === 'mode' ? event.turn.at : 'key' in event ? event.key : undefined;
    const cardUrl = key?.cardUrl ?? (event.kind === 'card' ? event.cardUrl : undefined);
    const claim = 'claim' in event ? event.claim : event.kind === 'mode' ? 'inputModes' : undefined;
    return [{}, { cardUrl }, { claim }, { cardUrl, claim }].some(
      (scope) => (this.#row<'reset'>(resetId(scope))?.at ?? 0) > event.at,
    );
  }

  #row<K extends TrustRow['kind']>(id: string): RowOf<K> | undefined {
    return this.rows.get(id) as RowOf<K> | undefined;
  }

  #put(row: TrustRow): void {
    const id = idOf(row);
    this.rows.set(id, row);
    this.changed.add(id);
  }

  #drop(row: TrustRow): void {
    const id = idOf(row);
    if (this.rows.delete(id)) this.changed.add(id);
  }
}

/** Whether a reset forgets a row, by what it is about. */
function covers({ cardUrl, claim }: ResetScope, row: TrustRow): boolean {
  if (row.kind === 'refusal' || row.kind === 'reset') return false;
  if (cardUrl !== undefined && cardUrl !== cardUrlOf(row)) return false;
  if (claim === undefined) return true;
  return row.kind === 'claim' ? row.claim === claim : row.kind === 'mode' && claim === 'inputModes';
}

function lists(interfaces: readonly ListedInterface[], key: InterfaceKey): boolean {
  if (key.interfaceUrl === FORMER_INTERFACES) return true;
  return interfaces.some(
    ({ url, binding, dialect, tenant }) =>
      url === key.interfaceUrl && binding === key.binding && dialect === key.dialect && tenant === key.tenant,
  );
}

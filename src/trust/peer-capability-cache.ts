import { hash } from 'node:crypto';
import type { Claim, Finding } from '../lifecycle/finding.ts';
import type { NamesOf } from '../options/given-names.ts';
import { refuseStrangers } from '../options/option-error.ts';
import { TRUST_BOUNDS, type TrustBounds } from './bounds.ts';
import { probeFrom, standingAt } from './claim-record.ts';
import { restsOnUs, witnessOf } from './evidence-weight.ts';
import { safeKey, safeUrl } from './interface-key.ts';
import { TrustBook } from './trust-book.ts';
import type { ListedInterface, ResetScope, TrustEvent } from './trust-event.ts';
import { cardId, claimId, idOf, modeId, refusalId, type TrustRow } from './trust-row.ts';
import type { TrustChanges } from './trust-store.ts';
import type { InterfaceKey, ModeStanding, ModeView, Refusal, Standing, TrustView, Turn } from './trust-view.ts';

/** How often what is too old is taken out. */
const PRUNE_MS = 3_600_000;

export interface PeerCapabilityCacheOptions {
  /** Tells the time in ms since the epoch; the system's clock by default. */
  readonly clock?: () => number;
  readonly bounds?: Partial<TrustBounds>;
  /** Told of everything that changes what is remembered, once memory holds it. */
  readonly onEvent?: (event: TrustEvent) => void;
}

const OPTIONS: NamesOf<PeerCapabilityCacheOptions> = {
  clock: true,
  bounds: true,
  onEvent: true,
};

/** A claim that is being probed. While it is, nobody else probes it. */
export interface TrustProbe extends Disposable {
  readonly claim: Claim;
  /** The probe is over; what it showed was told as `kept` or `broken`. Does nothing the second time. */
  end(): void;
}

/**
 * What is remembered of the agents that one delegates to: which claims of their cards were kept, which were broken and
 * until when nothing relies on them, and which work they are never sent again. It answers at once, from memory; a
 * demotion holds from the call on that tells it.
 *
 * A claim that was broken is suspect for 15 minutes, for twice as long with each relapse, for a day at most. It is
 * relied on again when a probe has passed *and* that time is over.
 *
 * @example
 * const trust = new PeerCapabilityCache();
 * trust.broken(at, finding);
 * trust.standingOf(at, 'stream.send'); // { state: 'suspect', … }
 */
export class PeerCapabilityCache implements TrustView, ModeView {
  readonly #clock: () => number;
  readonly #bounds: TrustBounds;
  readonly #tell: (event: TrustEvent) => void;
  /** Since when a claim is being probed, by id. */
  readonly #probes = new Map<string, number>();
  /** What is on file, as far as that is known. */
  readonly #filed = new Map<string, TrustRow>();
  #book: TrustBook;
  #prunedAt: number;

  constructor(options: PeerCapabilityCacheOptions = {}) {
    refuseStrangers(options, OPTIONS);
    const { clock = Date.now, bounds = {}, onEvent = () => undefined } = options;
    refuseStrangers(bounds, TRUST_BOUNDS, 'bounds');
    this.#clock = clock;
    this.#bounds = { ...TRUST_BOUNDS, ...bounds };
    this.#tell = onEvent;
    this.#book = new TrustBook(this.#bounds);
    this.#prunedAt = clock();
  }

  standingOf(at: InterfaceKey, claim: Claim): Standing {
    return standingAt(this.#book.recordOf(safeKey(at), claim), this.#clock(), this.#bounds);
  }

  refusalOf(cardUrl: string, work: string): Refusal | undefined {
    const row = this.#book.rows.get(refusalId(safeUrl(cardUrl), work));
    if (row?.kind !== 'refusal' || this.#clock() - row.at > this.#bounds.refusalMs) return undefined;
    return { at: row.at, why: row.why };
  }

  modeOf(turn: Turn): ModeStanding {
    const row = this.#book.rows.get(modeId(safeTurn(turn)));
    if (row?.kind !== 'mode' || this.#clock() - row.at > this.#bounds.modeMs) return 'unknown';
    return row.accepted ? 'accepted' : 'rejected';
  }

  /** A task exercised the claim, and it was kept to the end. */
  kept(at: InterfaceKey, claim: Claim): void {
    this.#take({ kind: 'kept', at: this.#clock(), key: safeKey(at), claim });
  }

  /**
   * A finding shows the claim to be broken. What is certain demotes at once; what is suspected, when a second task or a
   * second vantage shows the same; a note, or what may be a fault of our own network, never.
   *
   * @returns whether the claim was demoted by it
   */
  broken(at: InterfaceKey, finding: Finding): boolean {
    const { claim, rule, certainty, confirmed, severity, seen } = finding;
    if (claim === undefined || severity === 'note' || restsOnUs(seen)) return false;
    const [key, now] = [safeKey(at), this.#clock()];
    if (certainty === 'certain' || confirmed === true) {
      this.#take({ kind: 'broken', at: now, key, claim, rule });
      return true;
    }
    const before = this.#book.recordOf(key, claim)?.broken;
    this.#take({ kind: 'doubted', at: now, key, claim, rule, witness: witnessOf(finding) });
    return this.#book.recordOf(key, claim)?.broken !== before;
  }

  /**
   * The agent's card was fetched. If it isn't the one seen before, what was verified is so no longer; what is suspect
   * stays so, and may be probed at once. Suspicions of an interface that it lists no more hold for those it lists now.
   *
   * @param content what tells one card from another: the card itself, or a digest; no more than a hash of it is kept
   */
  cardSeen(cardUrl: string, content: string, interfaces?: readonly ListedInterface[]): void {
    const url = safeUrl(cardUrl);
    const digest = hash('sha256', content).slice(0, 32);
    const known = this.#book.rows.get(cardId(url));
    // Most cards are as they were, and no store has to hear of that.
    if (known?.kind === 'card' && known.digest === digest) return;
    const listed = interfaces?.map((each) => ({ ...each, url: safeUrl(each.url) }));
    this.#take({ kind: 'card', at: this.#clock(), cardUrl: url, digest, interfaces: listed });
  }

  /** A message of such a turn was taken, or refused for its media type. */
  modeSeen(turn: Turn, accepted: boolean): void {
    this.#take({ kind: 'mode', at: this.#clock(), turn: safeTurn(turn), accepted });
  }

  /** This work is not to be sent to that agent again, for 30 days. `work`: an idempotency key, or a message id. */
  refuse(cardUrl: string, work: string, why: string): void {
    this.#take({ kind: 'refused', at: this.#clock(), cardUrl: safeUrl(cardUrl), work, why });
  }

  /** Whether a task may probe a suspect claim beside its fallback now. */
  mayProbe(at: InterfaceKey, claim: Claim): boolean {
    const [key, now] = [safeKey(at), this.#clock()];
    const from = probeFrom(this.#book.recordOf(key, claim), now);
    if (from === undefined || now < from) return false;
    const running = this.#probes.get(claimId(key, claim));
    return running === undefined || now - running > this.#bounds.probeMs;
  }

  /** Begins a probe; `undefined` where none may begin now. One that is never ended is given up after 10 minutes. */
  beginProbe(at: InterfaceKey, claim: Claim): TrustProbe | undefined {
    if (!this.mayProbe(at, claim)) return undefined;
    const id = claimId(safeKey(at), claim);
    const began = this.#clock();
    this.#probes.set(id, began);
    const end = (): void => {
      if (this.#probes.get(id) === began) this.#probes.delete(id);
    };
    return { claim, end, [Symbol.dispose]: end };
  }

  /** Forgets what was concluded of one agent, one claim, or everything. Refused work stays refused. */
  reset(scope: ResetScope = {}): void {
    const { cardUrl, claim } = scope;
    this.#take({
      kind: 'reset',
      at: this.#clock(),
      cardUrl: cardUrl === undefined ? undefined : safeUrl(cardUrl),
      claim,
    });
  }

  /** Everything that is remembered. */
  rows(): readonly TrustRow[] {
    return [...this.#book.rows.values()];
  }

  /**
   * Takes over what has changed on file, where others may have written too; for stores.
   *
   * @param pending what was told here, and the file doesn't hold yet
   */
  adopt({ whole, rows, gone }: TrustChanges, pending: readonly TrustEvent[]): void {
    if (whole) this.#filed.clear();
    for (const id of gone) this.#filed.delete(id);
    for (const row of rows) this.#filed.set(idOf(row), row);
    this.#book = whole ? new TrustBook(this.#bounds, this.#filed.values()) : this.#book;
    this.#book.restore(new Set([...this.#book.changed, ...gone, ...rows.map(idOf)]), this.#filed);
    for (const event of pending) this.#book.apply(event);
  }

  #take(event: TrustEvent): void {
    if (event.at - this.#prunedAt > PRUNE_MS) {
      this.#prunedAt = event.at;
      this.#book.prune(event.at);
    }
    this.#book.apply(event);
    this.#tell(event);
  }
}

function safeTurn({ at, skill, kind, mode }: Turn): Turn {
  return { at: safeKey(at), skill, kind, mode };
}

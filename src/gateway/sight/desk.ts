import { randomBytes, randomUUID } from 'node:crypto';
import { monitorTimes, type PlanBounds } from '../../contract/bounds.ts';
import { anchoredClock } from '../../http/clock.ts';
import type { Claim, Finding } from '../../lifecycle/finding.ts';
import type { FingerprintKey } from '../../lifecycle/fingerprint.ts';
import { createMonitor, type Monitor } from '../../lifecycle/monitor.ts';
import type { TaskRecord } from '../../lifecycle/record.ts';
import type { Observation } from '../../protocol/observation.ts';
import { PeerCapabilityCache } from '../../trust/peer-capability-cache.ts';
import type { InterfaceKey } from '../../trust/trust-view.ts';
import type { GatewayAct, GatewayEvent } from '../gateway-event.ts';
import type { GatewayState } from '../gateway-state.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Peer } from '../peer.ts';
import type { Final } from '../protect/follower.ts';
import { giveUpIfBroken } from '../protect/give-up.ts';
import { SentMessages } from '../protect/sent-messages.ts';
import { TaskBook, type TaskEntry } from './task-book.ts';
import { ToldEnds } from './told-ends.ts';

/** When a claim was last found broken, and what stands for the evidence. */
export interface Demotion {
  readonly at: number;
  readonly evidence: string;
}

/** What all calls of a gateway are looked at with: one monitor, one trust, one book of tasks for each peer. */
export class Desk {
  /** The secret under which contents are fingerprinted. */
  readonly key: FingerprintKey;
  readonly monitor: Monitor;
  readonly trust: PeerCapabilityCache;
  /** Ends that outlive the gateway. */
  readonly ends: ToldEnds;
  readonly limits: GatewayLimits;
  readonly bounds: PlanBounds;
  readonly clock = anchoredClock;
  readonly report: (event: GatewayEvent) => void;
  readonly #books = new Map<Peer, TaskBook>();
  readonly #sent = new Map<Peer, SentMessages>();
  readonly #demotions = new Map<string, Demotion>();
  #vantages = 0;

  constructor(
    limits: GatewayLimits,
    bounds: PlanBounds,
    report: (event: GatewayEvent) => void,
    state: GatewayState | undefined,
  ) {
    this.trust = state?.trust.cache ?? new PeerCapabilityCache();
    this.ends = new ToldEnds(state);
    const secret = randomBytes(8);
    this.key = [secret.readInt32LE(0), secret.readInt32LE(4)];
    this.monitor = createMonitor({ key: this.key, limits: monitorTimes(bounds) });
    this.limits = limits;
    this.bounds = bounds;
    this.report = report;
  }

  /** A number for a call; no two have the same. */
  nextVantage(): number {
    return ++this.#vantages;
  }

  bookOf(peer: Peer): TaskBook {
    let book = this.#books.get(peer);
    if (book === undefined) {
      book = new TaskBook(this.limits.maxTasks, this.limits.maxTaskBytes);
      this.#books.set(peer, book);
    }
    return book;
  }

  /** An answer, or an event, of this length has told of a task. */
  weigh(peer: Peer, entry: TaskEntry, bytes: number): void {
    this.bookOf(peer).weigh(entry, bytes);
  }

  /** The messages that went out to a peer. */
  sentTo(peer: Peer): SentMessages {
    let sent = this.#sent.get(peer);
    if (sent === undefined) {
      sent = new SentMessages();
      this.#sent.set(peer, sent);
    }
    return sent;
  }

  /** Judges an observation of a task, tells what was found, and lets trust know. */
  judge(peer: Peer, entry: TaskEntry, seen: Observation): void {
    for (const finding of this.monitor.step(entry.record, seen)) {
      this.found(peer, entry.at, finding);
      giveUpIfBroken(this, peer, entry, finding);
    }
  }

  found(peer: Peer, at: InterfaceKey, finding: Finding): void {
    if (this.trust.broken(at, finding) && finding.claim !== undefined) {
      this.#demotions.set(demotionKey(at, finding.claim), { at: Date.now(), evidence: randomUUID() });
    }
    this.report({ kind: 'finding', peer: peer.name, finding });
  }

  /** The end that a caller was told of a task, now or before the gateway was started anew. */
  finalOf(peer: Peer, owner: string, taskId: string): Final | undefined {
    return this.bookOf(peer).find(owner, taskId)?.guard?.final ?? this.ends.find(peer, owner, taskId);
  }

  /** A caller is being told the end of a task. `says`: on what it rests. */
  concluded(peer: Peer, entry: TaskEntry, taskId: string, final: Final, says: string): void {
    const { record, at } = entry;
    const { state, verified } = final;
    this.ends.keep(peer, entry, taskId, final);
    const words = verified ? says + butFound(record) : says;
    this.report({ kind: 'outcome', peer: peer.name, taskId: record.id ?? '', state, verified, says: words });
    if (!verified || (record.found?.size ?? 0) > 0) return;
    this.trust.kept(at, 'task');
    if (state === 'canceled') this.trust.kept(at, 'cancel');
  }

  demotionOf(at: InterfaceKey, claim: Claim): Demotion | undefined {
    return this.#demotions.get(demotionKey(at, claim));
  }

  act(peer: Peer, act: GatewayAct, taskId: string | undefined, because: string): void {
    this.report({ kind: 'act', peer: peer.name, act, taskId, because });
  }

  close(): void {
    for (const book of this.#books.values()) book.close();
  }
}

/** Rules of these kinds say that something told otherwise of the end that reads agree on. */
const OF_ENDS = /^(?:cancel|settle)\/|^stream\/(?:after-terminal|no-terminal)$|^task\/terminal-overwritten$/;

function butFound({ found }: TaskRecord): string {
  const rules = [...(found?.keys() ?? [])].filter((rule) => OF_ENDS.test(rule));
  return rules.length === 0 ? '' : `, although the task broke ${rules.join(', ')}`;
}

function demotionKey({ cardUrl, interfaceUrl, binding, dialect }: InterfaceKey, claim: Claim): string {
  return [cardUrl, interfaceUrl, binding, dialect, claim].join('\n');
}

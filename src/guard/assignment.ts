import { randomUUID } from 'node:crypto';
import { negotiateTaskLifecycle } from '../contract/lifecycle-decision.ts';
import { anchoredClock } from '../http/clock.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { Claim } from '../lifecycle/finding.ts';
import type { OutgoingMessage } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { DelegationEntry } from '../store/journal.ts';
import { careAfter, isSettled } from './aftercare.ts';
import { freeCarePlace, takeCarePlace } from './care-places.ts';
import { type Answer, Conversation } from './conversation.ts';
import { type DelegateOptions, TEN_MINUTES_MS } from './delegate-options.ts';
import { Delegation } from './delegation.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { JournalAccount } from './journal-account.ts';
import { restore } from './journal-restore.ts';
import { cardsFor } from './known-cards.ts';
import { isWaiting, type Outcome, type StopReason } from './outcome.ts';
import { httpFor, type Peer } from './peer.ts';
import type { LostMessage } from './recovery.ts';
import { sleepUnheld } from './sleep-unheld.ts';
import { TrustAccount } from './trust-account.ts';
import { questionOf } from './turn-memory.ts';
import { DEFAULT_MODE_POLICY } from './turn-parts.ts';

/** One task at one agent, from its first message over every follow-up to what is seen of it afterwards. */
export class Assignment {
  readonly peer: Peer;
  readonly delegation: Delegation;
  readonly #options: DelegateOptions;
  readonly #account: TrustAccount;
  readonly #saved: JournalAccount;
  readonly #talk: Conversation;
  #emit: (event: DelegationEvent) => void;

  /** @param entry what a journal holds of it already */
  constructor(peer: Peer, options: DelegateOptions, emit: (event: DelegationEvent) => void, entry?: DelegationEntry) {
    this.peer = peer;
    this.#options = options;
    this.#emit = emit;
    this.#account = new TrustAccount(options.trust, peer.key, options.skill);
    this.#saved = new JournalAccount(options.journal, entry);
    this.delegation = new Delegation({
      plan: peer.plan,
      peer: peer.factsFor(peer.plan.interface.dialect),
      peerFor: peer.factsFor,
      pace: peer.ties.pace,
      subscribes: this.#mayTry('stream.subscribe'),
      onEvent: (event) => this.#tell(event),
      onObservation: options.onObservation,
      onJudged: (seen) => this.#account.seen(seen),
      save: (known) => this.#saved.save(known),
      evidence: options.evidence,
    });
    const { bridge = DEFAULT_MODE_POLICY.bridge, unknownModes = DEFAULT_MODE_POLICY.unknownModes, answer } = options;
    this.#talk = new Conversation({
      account: this.#account,
      policy: { bridge, unknownModes },
      answer,
      leg: (said, signal, timeoutMs) =>
        said === undefined ? this.#leg(undefined, signal, timeoutMs) : this.#say(said, signal, timeoutMs),
      cancel: () => this.delegation.cancel(),
    });
  }

  /** From here on somebody else is told what happens. */
  handTo(emit: (event: DelegationEvent) => void): void {
    this.#emit = emit;
  }

  /** Sends the first message, and follows the task until it is over or waits for its caller. */
  async open(parts: readonly Part[], signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    const { messageId = randomUUID(), idempotencyKey } = this.#options;
    await this.#saved.begin(this.peer, { messageId, timeoutMs, idempotencyKey });
    const outcome = await this.#leg({ messageId, parts }, signal, timeoutMs);
    const refused = outcome.kind === 'refused' && outcome.error.name === 'ContentTypeNotSupported';
    if (refused) this.#account.modesRefused('first', parts);
    else if (this.delegation.taskId !== undefined) this.#account.modesSeen('first', parts, true);
    return this.#talk.goOn(outcome, signal, timeoutMs);
  }

  /** Takes a task up that is known by its id only: nothing is sent. */
  async takeUp(taskId: string, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    this.delegation.course.adopt(taskId);
    return this.#talk.goOn(await this.#leg(undefined, signal, timeoutMs), signal, timeoutMs);
  }

  /** Takes up what another process has begun: nothing is sent, but for the cancel that it had decided on. */
  async rejoin(entry: DelegationEntry, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    const { delegation } = this;
    const { taskId, contextId, fence, message } = entry;
    restore(delegation.course, entry);
    if (fence !== undefined) delegation.cancel(fence.because as StopReason);
    const lost =
      taskId === undefined && message !== undefined
        ? { messageId: message.messageId, ...(contextId === undefined ? {} : { contextId }) }
        : undefined;
    await this.#seeCardAgain(signal);
    return this.#talk.goOn(await this.#leg(undefined, signal, timeoutMs, lost), signal, timeoutMs);
  }

  /** The question of the task that nobody has answered yet: by it the caller may go on. */
  get talk(): Pick<Conversation, 'waiting' | 'resume' | 'withdraw'> {
    return this.#talk;
  }

  /** Looks after a settled task; resolves to what it has to be told as now, if the agent contradicts what was settled. */
  async careAfter(outcome: Outcome, signal: AbortSignal): Promise<Outcome | undefined> {
    const { aftercareMs = TEN_MINUTES_MS } = this.#options;
    if (aftercareMs === 0 || !isSettled(outcome) || signal.aborted) return undefined;
    const { delegation, peer } = this;
    const place = takeCarePlace();
    const over = AbortSignal.any([signal, place.signal]);
    const revised = await careAfter({
      course: delegation.course,
      outcome,
      stopped: delegation.stopped,
      firstMs: peer.plan.bounds.aftercareFirst.ms,
      forMs: aftercareMs,
      gapMs: peer.plan.bounds.settleGap.ms,
      clock: anchoredClock,
      // Looking after what is over may wait for its turn: others still wait for an end.
      sleep: async (ms) => (await sleepUnheld(ms, over)) && (await this.#turnToLook(over)),
      read: () => this.#withHttp((http) => delegation.look(peer.clientFor(http, this.#dialect), over)),
    }).finally(() => freeCarePlace(place));
    if (revised !== undefined) this.#emit({ kind: 'revised', outcome: revised });
    return revised;
  }

  /** What becomes of the task is settled with trust. */
  close(outcome: Outcome): void {
    if (!outcome.ok || outcome.findings.length > 0) this.#forgetCard();
    for (const probe of this.peer.probes) probe.end();
    this.#account.close(outcome);
    if (isWaiting(outcome)) this.#saved.wait();
    else this.#saved.end();
  }

  /** Nothing more is learned of the task, unless it still waits. */
  giveUp(): void {
    this.#forgetCard();
    if (this.#talk.waiting === undefined) this.#saved.end();
    else this.#saved.wait();
    for (const probe of this.peer.probes) probe.end();
  }

  /** What went wrong may be that the agent is another one by now. */
  #forgetCard(): void {
    cardsFor(this.#options)?.forget(this.peer.key.cardUrl);
  }

  async #say({ to, message, bridged }: Answer, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    this.delegation.tell({ kind: 'resuming', bridged });
    const messageId = randomUUID();
    await this.#seeCardAgain(signal);
    await this.#saved.answer(messageId, questionOf(to.task), timeoutMs);
    const outcome = await this.#leg({ messageId, ...message }, signal, timeoutMs);
    const { turn } = this.delegation.course.facts;
    const taken = turn?.messageId === messageId && turn.answer === 'taken';
    this.#account.turnEnded(to.kind, message.parts, outcome, taken);
    return outcome;
  }

  /** The task was left alone for a while: its agent may be another one by now. */
  async #seeCardAgain(signal: AbortSignal): Promise<void> {
    const found = await this.#withHttp((http) => this.peer.changeOfCard(http, signal));
    if (found !== undefined) this.delegation.course.found({ ...found, taskId: this.delegation.taskId });
  }

  /** The dialect that the agent has turned out to speak. */
  get #dialect() {
    return this.delegation.course.record.peer.claims.dialect;
  }

  /** Whether a claim that nothing relies on is exercised by this task: one that is suspect by a single task at a time. */
  #mayTry(claim: Claim): boolean {
    const { plan, key, probes } = this.peer;
    if (!plan.probes.includes(claim)) return false;
    const standing = this.#options.trust?.standingOf(key, claim);
    if (standing?.state !== 'suspect') return true;
    // A web-hook rides on the message: where one was refused, the work would be what is risked.
    return standing.rule !== 'push/config-rejected' && probes.some((probe) => probe.claim === claim);
  }

  #leg(
    message: OutgoingMessage | undefined,
    signal: AbortSignal,
    timeoutMs: number,
    lost?: LostMessage,
  ): Promise<Outcome> {
    const { detach = false } = this.#options;
    const pushes = this.peer.plan.push !== undefined || this.#mayTry('pushNotifications');
    const push = message?.taskId === undefined && pushes ? this.#options.push : undefined;
    return this.#withHttp((http) => {
      const client = this.peer.clientFor(http, this.#dialect);
      return this.delegation.run({ client, message, lost, signal, timeoutMs, detach, push });
    });
  }

  /** Resolves when a read may go out to the agent; to `false` where that was cut short. */
  async #turnToLook(over: AbortSignal): Promise<boolean> {
    const turn = this.peer.ties.pace.next(anchoredClock());
    for (let wait = turn() - anchoredClock(); wait > 0; wait = turn() - anchoredClock()) {
      if (!(await sleepUnheld(wait, over))) return false;
    }
    return true;
  }

  async #withHttp<T>(use: (http: HttpClient) => Promise<T>): Promise<T> {
    const http = httpFor(this.peer.target, this.#options);
    try {
      return await use(http);
    } finally {
      if (http !== this.#options.http) await http.close();
    }
  }

  #tell(event: DelegationEvent): void {
    if (event.kind === 'finding') {
      this.#account.found(event.finding);
      const { kind } = negotiateTaskLifecycle(this.peer.plan, event.finding);
      if (kind === 'refuse' && this.delegation.isRunning) this.delegation.cancel('violation');
    }
    this.#emit(event);
    this.#saved.told(event, this.delegation.course.memory);
  }
}

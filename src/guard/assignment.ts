import { randomUUID } from 'node:crypto';
import { anchoredClock } from '../http/clock.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { OutgoingMessage } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { DelegationEntry } from '../store/journal.ts';
import { careAfter, isSettled } from './aftercare.ts';
import { type AnswerHandler, askCaller } from './ask-caller.ts';
import { type DelegateOptions, partsOf, TEN_MINUTES_MS, type Work } from './delegate-options.ts';
import { Delegation } from './delegation.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { fitTurn } from './fit-turn.ts';
import { GuardError } from './guard-error.ts';
import { JournalAccount } from './journal-account.ts';
import { restore } from './journal-restore.ts';
import { negotiateTaskLifecycle } from './lifecycle-decision.ts';
import { isWaiting, type Outcome, type StopReason, type Waiting } from './outcome.ts';
import { httpFor, type Peer } from './peer.ts';
import type { LostMessage } from './recovery.ts';
import { sleepUnheld } from './sleep-unheld.ts';
import { isModeRefusal, TrustAccount } from './trust-account.ts';
import { questionOf } from './turn-memory.ts';
import { DEFAULT_MODE_POLICY, fitParts } from './turn-parts.ts';

/** Interrupts of one task after which it goes back to its caller, whatever answers there are. */
const MOST_INTERRUPTS = 10;

/** What an answer to a task can come to nothing by, so that the task waits as before. */
const STILL_WAITS: ReadonlySet<string> = new Set(['mode-rejected', 'mode-unknown', 'not-saved']);

/** One task at one agent, from its first message over every follow-up to what is seen of it afterwards. */
export class Assignment {
  readonly peer: Peer;
  readonly delegation: Delegation;
  readonly #options: DelegateOptions;
  readonly #account: TrustAccount;
  readonly #saved: JournalAccount;
  #emit: (event: DelegationEvent) => void;
  #interrupts = 0;

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
      subscribes: peer.plan.probes.includes('stream.subscribe') && peer.probes.length > 0,
      onEvent: (event) => this.#tell(event),
      onObservation: options.onObservation,
      onJudged: (seen) => this.#account.seen(seen),
      save: (known) => this.#saved.save(known),
      evidence: options.evidence,
    });
  }

  /** From here on somebody else is told what happens. */
  handTo(emit: (event: DelegationEvent) => void): void {
    this.#emit = emit;
  }

  /** Sends the first message, and follows the task until it is over or waits for its caller. */
  async open(parts: readonly Part[], signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    const messageId = randomUUID();
    await this.#saved.begin(this.peer, { messageId, timeoutMs, idempotencyKey: this.#options.idempotencyKey });
    const outcome = await this.#leg({ messageId, parts }, signal, timeoutMs);
    const refused = outcome.kind === 'refused' && outcome.error.name === 'ContentTypeNotSupported';
    if (refused || this.delegation.taskId !== undefined) this.#account.modesSeen('first', parts, !refused);
    return this.#answered(outcome, signal, timeoutMs);
  }

  /** Takes a task up that is known by its id only: nothing is sent. */
  async takeUp(taskId: string, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    this.delegation.course.adopt(taskId);
    return this.#answered(await this.#leg(undefined, signal, timeoutMs), signal, timeoutMs);
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
    return this.#answered(await this.#leg(undefined, signal, timeoutMs, lost), signal, timeoutMs);
  }

  /**
   * Answers a task that waits, with parts as its agent takes them.
   *
   * @throws AgentCardContractViolation where the agent doesn't take them, or it isn't known; the task is left as it is
   */
  async resume(work: Work, waiting: Waiting, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    return this.#answered(await this.#turn(partsOf(work), waiting, signal, timeoutMs), signal, timeoutMs);
  }

  /** Cancels a task that waits, and verifies that it stops. */
  withdraw(signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    this.delegation.cancel();
    return this.#leg(undefined, signal, timeoutMs);
  }

  /** Looks after a settled task; resolves to what it has to be told as now, if the agent contradicts what was settled. */
  async careAfter(outcome: Outcome, signal: AbortSignal): Promise<Outcome | undefined> {
    const { aftercareMs = TEN_MINUTES_MS } = this.#options;
    if (aftercareMs === 0 || !isSettled(outcome) || signal.aborted) return undefined;
    const { delegation, peer } = this;
    const revised = await careAfter({
      course: delegation.course,
      outcome,
      stopped: delegation.stopped,
      firstMs: peer.plan.bounds.aftercareFirst.ms,
      forMs: aftercareMs,
      gapMs: peer.plan.bounds.settleGap.ms,
      clock: anchoredClock,
      sleep: (ms) => sleepUnheld(ms, signal),
      read: () => this.#withHttp((http) => delegation.look(peer.clientFor(http, this.#dialect), signal)),
    });
    if (revised !== undefined) this.#emit({ kind: 'revised', outcome: revised });
    return revised;
  }

  /** What becomes of the task is settled with trust. */
  close(outcome: Outcome): void {
    for (const probe of this.peer.probes) probe.end();
    this.#account.close(outcome);
    if (isWaiting(outcome)) this.#saved.wait();
    else this.#saved.end();
  }

  /** Nothing more is learned of the task. */
  giveUp(error: unknown): void {
    const waits = error instanceof GuardError && STILL_WAITS.has(error.code);
    if (!waits) this.#saved.end();
    for (const probe of this.peer.probes) probe.end();
  }

  /** Lets the caller's handler answer, as often as a task may ask. */
  async #answered(first: Outcome, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    const { answer } = this.#options;
    let outcome = first;
    const end = anchoredClock() + timeoutMs;
    while (answer !== undefined && isWaiting(outcome) && this.#interrupts < MOST_INTERRUPTS) {
      const work = await this.#ask(answer, outcome, signal, Math.max(1, Math.ceil(end - anchoredClock())));
      if (work === undefined) return outcome;
      if (work === 'too-late') return this.#leg(undefined, signal, 1);
      outcome = await this.#turn(partsOf(work), outcome, signal, Math.max(1, end - anchoredClock()));
    }
    return outcome;
  }

  /** Asks the caller's handler. If it throws, the task is cancelled before that is passed on. */
  async #ask(answer: AnswerHandler, waiting: Waiting, signal: AbortSignal, timeoutMs: number) {
    try {
      return await askCaller(answer, waiting, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      await this.withdraw(signal, timeoutMs);
      throw error;
    }
  }

  async #turn(parts: readonly Part[], waiting: Waiting, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    this.#interrupts++;
    const { findings } = this.delegation.course;
    const fitted = fitTurn(parts, waiting.kind, this.#account, this.#policy, findings);
    const outcome = await this.#say(fitted.parts, fitted.bridged, waiting, signal, timeoutMs);
    if (fitted.bridged.length > 0 || !isWaiting(outcome) || !isModeRefusal(outcome)) return outcome;
    // It is known that the refused message was not taken in, so another writing of it is no second one.
    const again = fitParts(parts, (mode) => this.#account.modeOf(waiting.kind, mode), this.#policy);
    if (again.kind === 'unfit' || again.bridged.length === 0) return outcome;
    return this.#say(again.parts, again.bridged, outcome, signal, timeoutMs);
  }

  async #say(
    parts: readonly Part[],
    bridged: readonly string[],
    { task, kind }: Waiting,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<Outcome> {
    this.#tell({ kind: 'resuming', bridged });
    const { contextId } = task;
    const messageId = randomUUID();
    await this.#saved.answer(messageId, questionOf(task), timeoutMs);
    const message = {
      messageId,
      parts,
      taskId: task.id,
      ...(contextId === undefined ? {} : { contextId }),
    };
    const outcome = await this.#leg(message, signal, timeoutMs);
    const { turn } = this.delegation.course.facts;
    const failed = outcome.findings.some(({ rule }) => rule === 'resume/fails-on-declared-mode');
    const refused = failed || (isWaiting(outcome) && isModeRefusal(outcome));
    if (refused) this.#account.modesRefused(kind, parts);
    else if (turn?.answer === 'taken') this.#account.modesSeen(kind, parts, true);
    return outcome;
  }

  get #policy() {
    const { bridge = DEFAULT_MODE_POLICY.bridge, unknownModes = DEFAULT_MODE_POLICY.unknownModes } = this.#options;
    return { bridge, unknownModes };
  }

  /** The dialect that the agent has turned out to speak. */
  get #dialect() {
    return this.delegation.course.record.peer.claims.dialect;
  }

  #leg(
    message: OutgoingMessage | undefined,
    signal: AbortSignal,
    timeoutMs: number,
    lost?: LostMessage,
  ): Promise<Outcome> {
    const { detach = false } = this.#options;
    const push = message?.taskId === undefined && this.peer.plan.push !== undefined ? this.#options.push : undefined;
    return this.#withHttp((http) => {
      const client = this.peer.clientFor(http, this.#dialect);
      return this.delegation.run({ client, message, lost, signal, timeoutMs, detach, push });
    });
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
      if (kind === 'refuse') this.delegation.cancel('violation');
    }
    this.#emit(event);
    this.#saved.told(event, this.delegation.course.memory);
  }
}

import { anchoredClock } from '../http/clock.ts';
import type { OutgoingMessage } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import { type AnswerHandler, askCaller } from './ask-caller.ts';
import { partsOf } from './check-options.ts';
import type { Work } from './delegate-options.ts';
import { fitTurn } from './fit-turn.ts';
import { GuardError } from './guard-error.ts';
import { isWaiting, type Outcome, type Waiting } from './outcome.ts';
import { isModeRefusal, type TrustAccount } from './trust-account.ts';
import { fitParts, type ModePolicy } from './turn-parts.ts';

/** Interrupts of one task after which it goes back to its caller, whatever answers there are. */
const MOST_INTERRUPTS = 10;

export interface ConversationOptions {
  readonly account: Pick<TrustAccount, 'modeOf'>;
  readonly policy: ModePolicy;
  readonly answer: AnswerHandler | undefined;
  /** Sends a message, or none, and follows the task until it is over or waits again. */
  readonly leg: (message: Answer | undefined, signal: AbortSignal, timeoutMs: number) => Promise<Outcome>;
  readonly cancel: () => void;
}

/** An answer to a task that waits, and which of its parts go as text. */
export interface Answer {
  readonly to: Waiting;
  readonly message: Pick<OutgoingMessage, 'parts' | 'taskId' | 'contextId'>;
  readonly bridged: readonly string[];
}

/**
 * The turns of one task and its caller, one at a time. Each question is answered once: by the caller's handler, by a
 * message from outside, or by a cancel.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  #waiting: Waiting | undefined;
  #interrupts = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** The question that nobody has answered yet. */
  get waiting(): Waiting | undefined {
    return this.#waiting;
  }

  /** Lets the caller's handler answer, as often as a task may ask. */
  async goOn(first: Outcome, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    const { answer, leg } = this.#options;
    const end = anchoredClock() + timeoutMs;
    let outcome = this.#heard(first);
    while (answer !== undefined && isWaiting(outcome) && this.#interrupts < MOST_INTERRUPTS) {
      const work = await this.#ask(answer, outcome, signal, Math.max(1, Math.ceil(end - anchoredClock())));
      if (work === undefined) return outcome;
      if (work === 'too-late') return this.#heard(await leg(undefined, signal, 1));
      outcome = await this.#turn(work, signal, Math.max(1, end - anchoredClock()));
    }
    return outcome;
  }

  /**
   * Answers the task with parts as its agent takes them.
   *
   * @throws AgentCardContractViolation where the agent doesn't take them, or it isn't known; the task is left as it is
   * @throws GuardError `not-waiting`, `bad-option`; nothing was sent then
   */
  async resume(work: Work, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    return this.goOn(await this.#turn(work, signal, timeoutMs), signal, timeoutMs);
  }

  /**
   * Cancels the task instead of answering it, and verifies that it stops.
   *
   * @throws GuardError `not-waiting`
   */
  async withdraw(signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    this.#question();
    this.#waiting = undefined;
    this.#options.cancel();
    return this.#heard(await this.#options.leg(undefined, signal, timeoutMs));
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

  async #turn(work: Work, signal: AbortSignal, timeoutMs: number): Promise<Outcome> {
    const waiting = this.#question();
    const { account, policy } = this.#options;
    const parts = partsOf(work);
    const { findings } = waiting;
    const fitted = fitTurn(parts, waiting.kind, account, policy, findings);
    this.#interrupts++;
    const outcome = await this.#say(fitted.parts, fitted.bridged, waiting, signal, timeoutMs);
    if (fitted.bridged.length > 0 || !isWaiting(outcome) || !isModeRefusal(outcome)) return outcome;
    // It is known that the refused message was not taken in, so another writing of it is no second one.
    const again = fitParts(parts, (mode) => account.modeOf(waiting.kind, mode), policy);
    if (again.kind === 'unfit' || again.bridged.length === 0) return outcome;
    return this.#say(again.parts, again.bridged, outcome, signal, timeoutMs);
  }

  async #say(
    parts: readonly Part[],
    bridged: readonly string[],
    to: Waiting,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<Outcome> {
    const { id: taskId, contextId } = to.task;
    const message = { parts, taskId, ...(contextId === undefined ? {} : { contextId }) };
    this.#waiting = undefined;
    try {
      return this.#heard(await this.#options.leg({ to, message, bridged }, signal, timeoutMs));
    } catch (error) {
      if (error instanceof GuardError && error.code === 'not-saved') this.#waiting = to;
      throw error;
    }
  }

  #heard(outcome: Outcome): Outcome {
    this.#waiting = isWaiting(outcome) ? outcome : undefined;
    return outcome;
  }

  #question(): Waiting {
    if (this.#waiting !== undefined) return this.#waiting;
    const message = 'The task does not wait for its caller any more: it was answered or withdrawn. Nothing was sent.';
    throw new GuardError(message, { code: 'not-waiting' });
  }
}

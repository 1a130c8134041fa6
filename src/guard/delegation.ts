import type { Plan } from '../contract/plan.ts';
import { anchoredClock, type Clock } from '../http/clock.ts';
import type { InterfaceClient } from '../http/interface-client.ts';
import type { EvidenceLimits } from '../lifecycle/evidence-ring.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import type { OutgoingMessage } from '../protocol/call.ts';
import type { Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import { Channels } from './channels.ts';
import { finish } from './conclude.ts';
import { Course } from './course.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { GuardError } from './guard-error.ts';
import type { Outcome, StopReason } from './outcome.ts';
import { WakeUp } from './wake-up.ts';

export interface DelegationOptions {
  readonly plan: Plan;
  readonly peer: PeerFacts;
  readonly peerFor?: (dialect: Dialect) => PeerFacts;
  readonly client: InterfaceClient;
  readonly message: OutgoingMessage;
  readonly onEvent: (event: DelegationEvent) => void;
  /** Told everything that is seen, before it is judged. */
  readonly onObservation?: ((seen: Observation) => void) | undefined;
  readonly evidence?: Partial<EvidenceLimits> | undefined;
  readonly signal?: AbortSignal;
  /** From the start; when it has passed, the task is cancelled and the cancel verified. */
  readonly timeoutMs: number;
  readonly clock?: Clock;
}

/** Drives one task by a plan: opens it, watches it on every channel there is, and ends with what was verified. */
export class Delegation {
  readonly #options: DelegationOptions;
  readonly #clock: Clock;
  readonly #course: Course;
  readonly #channels: Channels;
  readonly #wakeUp = new WakeUp();
  readonly #deadline: number;
  #stopped: StopReason | undefined;
  #stoppedAt = 0;
  #fault: { readonly error: unknown } | undefined;
  #listenerFault: { readonly error: unknown } | undefined;

  constructor(options: DelegationOptions) {
    const { plan, client } = options;
    const emit = (event: DelegationEvent): void => this.#tell(event);
    const clock = options.clock ?? anchoredClock;
    this.#options = options;
    this.#clock = clock;
    this.#deadline = clock() + options.timeoutMs;
    this.#course = new Course(plan, options.peer, emit, {
      ...(options.evidence === undefined ? {} : { evidence: options.evidence }),
      ...(options.peerFor === undefined ? {} : { peerFor: options.peerFor }),
    });
    const wake = (): void => this.#wakeUp.call();
    const fault = (error: unknown): void => {
      this.#fault ??= { error };
      wake();
    };
    const observe = options.onObservation;
    this.#channels = new Channels({ plan, client, course: this.#course, clock, emit, observe, wake, fault });
  }

  /** The id of the task, once the agent has told it. */
  get taskId(): string | undefined {
    return this.#course.record.id;
  }

  /**
   * Cancels the task and verifies that it stops; the outcome then says what became of it. From here on nothing of the
   * task reaches the caller. Does nothing the second time.
   */
  cancel(because: StopReason = 'cancel'): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = because;
    this.#stoppedAt = this.#clock();
    this.#course.fence();
    this.#tell({ kind: 'canceling', because });
    this.#wakeUp.call();
  }

  /** Holds the stream back at the agent, for a caller that cannot keep up. Reads go on. */
  pause(): void {
    this.#channels.pause();
  }

  /** Lets the stream go on. */
  resume(): void {
    this.#channels.resume();
  }

  /**
   * Runs to the end, which every bound of the plan leads to. If the caller's own listener throws, the task is cancelled
   * and what it threw is thrown here.
   *
   * @throws GuardError `agent-unreachable` if nothing could be sent
   */
  async run(): Promise<Outcome> {
    const { signal, message } = this.#options;
    const abort = (): void => this.cancel('abort');
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      this.#channels.open(message);
      for (;;) {
        const now = this.#clock();
        if (now >= this.#deadline) this.cancel('deadline');
        const outcome = this.#decide(now);
        if (outcome !== undefined) {
          if (this.#listenerFault !== undefined) throw this.#listenerFault.error;
          return outcome;
        }
        this.#channels.act(now);
        const next = Math.min(this.#channels.due(now), this.#stopped === undefined ? this.#deadline : now + 1_000);
        await this.#wakeUp.sleep(next - this.#clock());
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#channels.close();
    }
  }

  /** A listener that throws must neither break the stream it is told of, nor leave a task running at the agent. */
  #tell(event: DelegationEvent): void {
    if (this.#listenerFault !== undefined) return;
    try {
      this.#options.onEvent(event);
    } catch (error) {
      this.#listenerFault = { error };
      this.cancel('abort');
    }
  }

  #decide(now: number): Outcome | undefined {
    if (this.#fault !== undefined) throw this.#fault.error;
    const { sendFailure } = this.#course.facts;
    const { record } = this.#course;
    if (sendFailure !== undefined && !sendFailure.sent && sendFailure.reason !== 'aborted') {
      throw new GuardError(sendFailure.message, { code: 'agent-unreachable', findings: this.#course.findings });
    }
    if (this.#stopped !== undefined) {
      if (record.id !== undefined) this.#channels.cancel(record.id);
      else if (now - this.#stoppedAt > this.#options.plan.bounds.answer.ms) return this.#neverTold();
    }
    return finish(this.#course, now, this.#stopped);
  }

  #neverTold(): Outcome {
    const why = 'the agent had not told the id of a task by the time it was to be cancelled';
    return {
      kind: 'outcome-unknown',
      ok: false,
      why,
      taskId: undefined,
      findings: this.#course.findings,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
    };
  }
}

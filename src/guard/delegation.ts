import type { Plan } from '../contract/plan.ts';
import { anchoredClock, type Clock } from '../http/clock.ts';
import type { InterfaceClient } from '../http/interface-client.ts';
import { watchLateness } from '../http/own-lateness.ts';
import type { EvidenceLimits } from '../lifecycle/evidence-ring.ts';
import type { PeerFacts } from '../lifecycle/peer-facts.ts';
import type { Observation } from '../protocol/observation.ts';
import type { Dialect } from '../protocol/operation.ts';
import { shortHistory } from '../protocol/short-history.ts';
import { Channels } from './channels.ts';
import { finish } from './conclude.ts';
import { Course } from './course.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { GuardError } from './guard-error.ts';
import type { SavedState } from './journal-account.ts';
import type { Leg } from './leg.ts';
import type { Outcome, StopReason } from './outcome.ts';
import { PeerPace } from './peer-pace.ts';
import { WakeUp } from './wake-up.ts';

export interface DelegationOptions {
  readonly plan: Plan;
  readonly peer: PeerFacts;
  readonly peerFor?: (dialect: Dialect) => PeerFacts;
  /** What the agent can bear of reads, shared by all delegations to it. */
  readonly pace?: PeerPace;
  /** Whether a subscription is tried, although the plan relies on reads. */
  readonly subscribes?: boolean;
  readonly onEvent: (event: DelegationEvent) => void;
  /** Told everything that is seen, before it is judged. */
  readonly onObservation?: ((seen: Observation) => void) | undefined;
  /** Told the same once it was judged. */
  readonly onJudged?: ((seen: Observation) => void) | undefined;
  /** What has to outlive this process is saved before it is used; `undefined` where there is nothing new to save. */
  readonly save?: (known: SavedState) => Promise<void> | undefined;
  readonly evidence?: Partial<EvidenceLimits> | undefined;
  readonly clock?: Clock;
}

/** Drives one task by a plan: opens it, watches it on every channel there is, and ends with what was verified. */
export class Delegation {
  readonly course: Course;
  readonly #options: DelegationOptions;
  readonly #clock: Clock;
  readonly #wakeUp = new WakeUp();
  readonly #pace: PeerPace;
  #channels: Channels | undefined;
  #detach = false;
  #detached = false;
  #stopped: StopReason | undefined;
  #stoppedAt = 0;
  #fault: { readonly error: unknown } | undefined;
  #listenerFault: { readonly error: unknown } | undefined;

  constructor(options: DelegationOptions) {
    this.#options = options;
    this.#clock = options.clock ?? anchoredClock;
    this.#pace = options.pace ?? new PeerPace();
    this.course = new Course(options.plan, options.peer, (event) => this.tell(event), {
      ...(options.evidence === undefined ? {} : { evidence: options.evidence }),
      ...(options.peerFor === undefined ? {} : { peerFor: options.peerFor }),
    });
  }

  /** The id of the task, once the agent has told it. */
  get taskId(): string | undefined {
    return this.course.record.id;
  }

  /** Why the task was cancelled, if it was. */
  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  /**
   * Cancels the task and verifies that it stops; the outcome then says what became of it. From here on nothing of the
   * task reaches the caller. Does nothing the second time.
   */
  cancel(because: StopReason = 'cancel'): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = because;
    this.#stoppedAt = this.#clock();
    this.course.fence();
    this.#detached = this.#detach && (because === 'deadline' || because === 'abort');
    if (!this.#detached) this.tell({ kind: 'canceling', because });
    this.#wakeUp.call();
  }

  /** Whether a leg is under way. */
  get isRunning(): boolean {
    return this.#channels !== undefined;
  }

  /** Tells the caller. */
  tell(event: DelegationEvent): void {
    this.#call(this.#options.onEvent, event);
  }

  /** Something outside says that the task has changed: it is read at once. */
  hint(): void {
    this.#channels?.hint();
  }

  /** Holds the stream back at the agent, for a caller that cannot keep up. Reads go on. */
  pause(): void {
    this.#channels?.pause();
  }

  /** Lets the stream go on. */
  resume(): void {
    this.#channels?.resume();
    // From here on its silence counts again.
    this.#wakeUp.call();
  }

  /**
   * Runs to an outcome, which every bound of the plan leads to. After an outcome that says that the task waits for its
   * caller, it may be run again. If the caller's own listener throws, the task is cancelled and what it threw is thrown
   * here.
   *
   * @throws GuardError `agent-unreachable` if nothing could be sent
   */
  async run({ client, message, lost, signal, timeoutMs, push, detach = false }: Leg): Promise<Outcome> {
    const deadline = this.#clock() + timeoutMs;
    const abort = (): void => this.cancel('abort');
    const channels = this.#open(client);
    const endWatch = watchLateness();
    this.#channels = channels;
    this.#detach = detach;
    this.course.reopen();
    if (this.#stopped !== undefined) this.course.fence();
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    const hook = push?.register({
      speaks: client,
      observe: (seen) => channels.tell(seen),
      onHint: () => channels.hint(),
    });
    try {
      if (message !== undefined && this.#stopped === undefined) channels.open(message, hook?.registration);
      else if (message !== undefined && message.taskId === undefined) throw this.#endedEarly();
      if (lost !== undefined) channels.seek(lost);
      for (;;) {
        const now = this.#clock();
        if (now >= deadline) this.cancel('deadline');
        const { record } = this.course;
        const known = { taskId: record.id, contextId: record.contextId, stopped: this.#stopped };
        const saving = this.#options.save?.(known);
        if (saving !== undefined) {
          await saving;
          continue;
        }
        const outcome = this.#decide(now, channels);
        if (outcome !== undefined) {
          if (this.#listenerFault !== undefined) throw this.#listenerFault.error;
          return outcome;
        }
        channels.act(now);
        const next = Math.min(channels.due(now), this.#stopped === undefined ? deadline : now + 1_000);
        await this.#wakeUp.sleep(next - this.#clock());
      }
    } finally {
      signal?.removeEventListener('abort', abort);
      hook?.close();
      endWatch();
      this.#wakeUp.close();
      channels.close();
      this.#channels = undefined;
    }
  }

  /** Reads the task once, outside of any leg. What it shows is judged; nothing of it reaches the caller. */
  async look(client: InterfaceClient, signal: AbortSignal): Promise<void> {
    const { taskId } = this;
    if (taskId === undefined) return;
    const observe = (seen: Observation): void => {
      this.#call(this.#options.onObservation, seen);
      this.course.see(seen);
      this.#options.onJudged?.(seen);
      if (seen.kind === 'error') this.#pace.holdOff(seen.received, seen.retryAfterMs ?? 0);
    };
    const timeoutMs = this.#options.plan.bounds.answer.ms;
    const { dialect, binding } = client.codec;
    await client.ask({ operation: 'GetTask', taskId, ...shortHistory(dialect, binding) }, observe, {
      signal,
      timeoutMs,
    });
  }

  #open(client: InterfaceClient): Channels {
    const wake = (): void => this.#wakeUp.call();
    return new Channels({
      plan: this.#options.plan,
      client,
      course: this.course,
      clock: this.#clock,
      pace: this.#pace,
      subscribes: this.#options.subscribes ?? false,
      emit: (event) => this.tell(event),
      observe: (seen) => this.#call(this.#options.onObservation, seen),
      judged: this.#options.onJudged,
      wake,
      fault: (error) => {
        this.#fault ??= { error };
        wake();
      },
    });
  }

  /** What the caller's own code throws must neither break the stream it is told of, nor leave a task running. */
  #call<T>(listener: ((told: T) => void) | undefined, told: T): void {
    if (this.#listenerFault !== undefined) return;
    try {
      listener?.(told);
    } catch (error) {
      this.#listenerFault = { error };
      this.cancel('abort');
    }
  }

  #decide(now: number, channels: Channels): Outcome | undefined {
    if (this.#fault !== undefined) throw this.#fault.error;
    const { record, facts, findings } = this.course;
    const { sendFailure } = facts;
    if (sendFailure !== undefined && !sendFailure.sent && sendFailure.reason !== 'aborted' && record.id === undefined) {
      throw new GuardError(sendFailure.message, { code: 'agent-unreachable', findings });
    }
    if (channels.isBlind) this.cancel('violation');
    if (this.#stopped !== undefined) {
      if (this.#detached) return this.#unknown('you left the task, which goes on at the agent');
      if (record.id !== undefined) channels.cancel(record.id);
      else if (now - this.#stoppedAt > this.#options.plan.bounds.answer.ms) {
        return this.#unknown('the agent had not told the id of a task by the time it was to be cancelled');
      }
    }
    return finish(this.course, now - channels.heldMs(now), this.#stopped);
  }

  /** There is no task yet, and now there will be none. */
  #endedEarly(): unknown {
    if (this.#listenerFault !== undefined) return this.#listenerFault.error;
    return new GuardError('The delegation was ended before anything was sent.', { code: 'aborted' });
  }

  #unknown(why: string): Outcome {
    const { record, findings } = this.course;
    const stopped = this.#stopped === undefined ? {} : { stopped: this.#stopped };
    return { kind: 'outcome-unknown', ok: false, why, taskId: record.id, findings, ...stopped };
  }
}

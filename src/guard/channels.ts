import type { Plan } from '../contract/plan.ts';
import type { Clock } from '../http/clock.ts';
import type { InterfaceClient, Subscription } from '../http/interface-client.ts';
import type { OutgoingMessage } from '../protocol/call.ts';
import type { Observation, Observe, Vantage } from '../protocol/observation.ts';
import { isInterrupted, isTerminal } from '../protocol/task-state.ts';
import type { Course } from './course.ts';
import type { DelegationEvent } from './delegation-event.ts';
import { ReadCadence } from './read-cadence.ts';

/** The longest that an opening call may take to tell the task's id, where the delegation has no deadline of its own. */
const OPENING_MS = 600_000;

/** How often a cancel is asked whose request or answer is lost. To cancel twice is to cancel (§3.3.1). */
const MOST_CANCELS = 3;

export interface ChannelOptions {
  readonly plan: Plan;
  readonly client: InterfaceClient;
  readonly course: Course;
  readonly clock: Clock;
  readonly emit: (event: DelegationEvent) => void;
  readonly observe?: Observe | undefined;
  /** Something was seen. */
  readonly wake: () => void;
  /** A fault of ours: the delegation cannot go on. */
  readonly fault: (error: unknown) => void;
}

/**
 * The calls of one delegation: the opening, the stream, the reads beside it or instead of it, the cancel. It makes them
 * when they are due and tells the course what comes back; whether the task has ended is for others to say.
 */
export class Channels {
  readonly #options: ChannelOptions;
  readonly #cadence: ReadCadence;
  readonly #over = new AbortController();
  #stream: Subscription | undefined;
  /** The stream is open; since when nothing came on it. */
  #quietSince: number | undefined;
  #mute = false;
  #watching: 'stream' | 'reads' | undefined;
  #streamOpen = false;
  #openedAt: number | undefined;
  #lastRead = 0;
  #subscribed = false;
  #heardStream = false;
  #reading = false;
  #cancelFailures = 0;
  #cancelNotBefore = 0;
  #cancel: { readonly vantage: Vantage; answered: boolean; told: boolean } | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#cadence = new ReadCadence(options.plan.bounds, options.clock());
  }

  /** Sends the message: on a stream where streams are trusted, else so that the id is known before anything else. */
  open(message: OutgoingMessage): void {
    const { plan, client } = this.#options;
    const modes = plan.acceptedOutputModes.length === 0 ? {} : { acceptedOutputModes: plan.acceptedOutputModes };
    if (plan.opening === 'stream') {
      this.#subscribed = true;
      this.#stream = client.listen({ operation: 'SendStreamingMessage', message, ...modes }, this.#see);
      return;
    }
    this.#ask({ operation: 'SendMessage', message, blocking: false, ...modes }, OPENING_MS);
  }

  /** Does what is due by now. */
  act(now: number): void {
    const { plan, course, client } = this.#options;
    const taskId = course.record.id;
    if (this.#quietSince !== undefined && now >= this.#quietSince + plan.bounds.silence.ms) this.#tellSilence(now);
    if (this.#cancel?.answered === false && !this.#cancel.told && now >= this.#cancelHangsAt) {
      this.#cancel.told = true;
      const { vantage } = this.#cancel;
      this.#see({ kind: 'silence', bound: plan.bounds.cancelAnswer, vantage, received: now });
    }
    if (taskId === undefined) return;
    if (
      plan.opening === 'id-first' &&
      !this.#subscribed &&
      this.#cancel === undefined &&
      !isTerminal(course.record.state)
    ) {
      this.#subscribed = true;
      this.#stream = client.listen({ operation: 'SubscribeToTask', taskId }, this.#see);
    }
    if (!this.#reading && now >= this.#readDue(now)) this.#read(taskId);
  }

  /** When `act` has something to do next. */
  due(now: number): number {
    const { plan, course } = this.#options;
    const silence =
      this.#quietSince === undefined ? Number.POSITIVE_INFINITY : this.#quietSince + plan.bounds.silence.ms;
    const hangs =
      this.#cancel?.answered === false && !this.#cancel.told ? this.#cancelHangsAt : Number.POSITIVE_INFINITY;
    const read = this.#reading || course.record.id === undefined ? Number.POSITIVE_INFINITY : this.#readDue(now);
    return Math.min(silence, hangs, read);
  }

  /** Asks the agent to cancel: once, or again if the asking itself came to nothing. */
  cancel(taskId: string): void {
    if (this.#cancel !== undefined || this.#options.clock() < this.#cancelNotBefore) return;
    this.#ask({ operation: 'CancelTask', taskId }, this.#options.plan.bounds.answer.ms);
  }

  /** Holds the stream back. Its silence is then ours, so it isn't counted. */
  pause(): void {
    this.#stream?.pause();
    this.#quietSince = undefined;
  }

  resume(): void {
    this.#stream?.resume();
    if (this.#streamOpen) this.#quietSince = this.#options.clock();
  }

  /** Ends every call that is still open. */
  close(): void {
    this.#stream?.close();
    this.#over.abort();
  }

  readonly #see: Observe = (seen) => {
    this.#options.observe?.(seen);
    this.#follow(seen);
    this.#options.course.see(seen);
    this.#options.wake();
  };

  /** Keeps account of the calls themselves. */
  #follow(seen: Observation): void {
    const { operation, channel } = seen.vantage;
    if (operation === 'CancelTask') {
      if (seen.kind === 'asked') this.#cancel = { vantage: seen.vantage, answered: false, told: false };
      else if (seen.kind === 'failure' && ++this.#cancelFailures < MOST_CANCELS) this.#cancelLater(seen.received);
      else if (seen.kind !== 'silence' && seen.kind !== 'defect' && this.#cancel !== undefined)
        this.#cancel.answered = true;
    }
    if (this.#stream !== undefined && seen.vantage.id !== this.#stream.vantage.id) return;
    if (operation !== 'SubscribeToTask' && operation !== 'SendStreamingMessage') return;
    switch (seen.kind) {
      case 'asked':
      case 'silence':
      case 'defect':
        return;
      case 'open':
        this.#streamOpen = true;
        this.#openedAt = seen.received;
        this.#quietSince = seen.received;
        return;
      case 'close':
        if (seen.by === 'caller') return;
        return this.#streamOver(seen.by === 'peer' ? 'the stream ended before the task' : 'the stream broke');
      case 'error':
      case 'failure':
        return this.#streamOver(`the stream was refused (${seen.message.slice(0, 80)})`);
      default:
        if (channel !== 'stream') return this.#streamOver('the streaming call was answered without a stream');
        this.#quietSince = seen.received;
        this.#heardStream = true;
        this.#watch('stream', seen.received, this.#mute ? 'the stream speaks again' : 'the stream speaks');
        this.#mute = false;
    }
  }

  #cancelLater(now: number): void {
    this.#cancel = undefined;
    this.#cancelNotBefore = now + this.#options.plan.bounds.settleGap.ms;
  }

  #streamOver(because: string): void {
    this.#streamOpen = false;
    this.#quietSince = undefined;
    const { state } = this.#options.course.record;
    if (!isTerminal(state)) this.#watch('reads', this.#options.clock(), because);
  }

  #tellSilence(now: number): void {
    const { bounds } = this.#options.plan;
    this.#quietSince = now;
    if (this.#stream === undefined) return;
    this.#see({ kind: 'silence', bound: bounds.silence, vantage: this.#stream.vantage, received: now });
    this.#mute = true;
    this.#watch('reads', now, `the stream was mute for ${bounds.silence.ms} ms`);
  }

  #watch(by: 'stream' | 'reads', now: number, because: string): void {
    this.#cadence.play(by === 'stream' ? 'beside' : 'main', now);
    if (this.#watching === by) return;
    this.#watching = by;
    this.#options.emit({ kind: 'watching', by, because });
  }

  #readDue(now: number): number {
    const { course, plan } = this.#options;
    const { state, stateSince } = course.record;
    // Whether the task really waits for its caller, a read tells at once; no stream has to end for that.
    if (isInterrupted(state) && this.#lastRead < stateSince) return now;
    // Before 1.0 no snapshot is promised at the beginning of a subscription, so a read tells what was missed.
    const untold = this.#openedAt !== undefined && this.#lastRead < this.#openedAt;
    if (untold && this.#options.client.codec.dialect !== '1.0') return now;
    const due = course.settlement.readDue(now) ?? this.#cadence.due;
    if (this.#openedAt === undefined || this.#heardStream || this.#lastRead > this.#openedAt) return due;
    return Math.min(due, this.#openedAt + plan.bounds.firstFrame.ms);
  }

  #read(taskId: string): void {
    const { course, plan, clock } = this.#options;
    const before = course.record.state;
    // The 0.3 proto takes a history length of 0 as unlimited.
    const historyLength = plan.interface.dialect === '0.3' && plan.interface.binding === 'HTTP+JSON' ? 1 : 0;
    this.#reading = true;
    this.#ask({ operation: 'GetTask', taskId, historyLength }, plan.bounds.answer.ms, () => {
      this.#reading = false;
      this.#lastRead = clock();
      this.#cadence.made(this.#lastRead, course.record.state !== before);
    });
  }

  #ask(call: Parameters<InterfaceClient['ask']>[0], timeoutMs: number, done?: () => void): void {
    const { client, fault, wake } = this.#options;
    client.ask(call, this.#see, { signal: this.#over.signal, timeoutMs }).then(() => {
      done?.();
      wake();
    }, fault);
  }

  get #cancelHangsAt(): number {
    return (this.#cancel?.vantage.asked ?? 0) + this.#options.plan.bounds.cancelAnswer.ms;
  }
}

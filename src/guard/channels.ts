import type { Plan } from '../contract/plan.ts';
import type { Clock } from '../http/clock.ts';
import type { InterfaceClient } from '../http/interface-client.ts';
import type { OutgoingMessage, PushRegistration } from '../protocol/call.ts';
import type { Observation, Observe } from '../protocol/observation.ts';
import { CancelChannel } from './cancel-channel.ts';
import type { ChannelContext } from './channel-context.ts';
import type { Course } from './course.ts';
import type { DelegationEvent } from './delegation-event.ts';
import type { PeerPace } from './peer-pace.ts';
import { ReadChannel } from './read-channel.ts';
import { type LostMessage, recover } from './recovery.ts';
import { StreamChannel } from './stream-channel.ts';

/** Why every open call ends with the delegation. One for all: the trace that each new one would take is read by nobody. */
const OVER = new Error('The delegation is over.');

export interface ChannelOptions {
  readonly plan: Plan;
  readonly client: InterfaceClient;
  readonly course: Course;
  readonly clock: Clock;
  readonly pace: PeerPace;
  /** Whether a subscription is tried, although reads are relied on. */
  readonly subscribes?: boolean;
  readonly emit: (event: DelegationEvent) => void;
  readonly observe?: Observe | undefined;
  readonly judged?: Observe | undefined;
  /** Something was seen that may change what is due, or how the task stands. */
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
  readonly #over = new AbortController();
  readonly #context: ChannelContext;
  readonly #stream: StreamChannel;
  readonly #reads: ReadChannel;
  readonly #cancel: CancelChannel;
  #watching: 'stream' | 'reads' | undefined;
  #opening: LostMessage | undefined;
  #sends = false;
  #pushes = false;

  constructor(options: ChannelOptions) {
    const { plan, client, course, clock, pace, subscribes = false } = options;
    this.#options = options;
    this.#context = {
      plan,
      client,
      course,
      clock,
      pace,
      subscribes,
      over: this.#over.signal,
      see: this.#see,
      ask: this.#ask,
    };
    this.#stream = new StreamChannel(this.#context, (by, now, because) => this.#watch(by, now, because));
    this.#reads = new ReadChannel(this.#context, this.#stream);
    this.#cancel = new CancelChannel(this.#context);
  }

  /** Sends the message: on a stream where streams are trusted, else so that the id is known before anything else. */
  open(message: OutgoingMessage, push?: PushRegistration): void {
    const { plan } = this.#options;
    this.#opening = message;
    this.#sends = true;
    this.#pushes = push !== undefined;
    const modes = plan.acceptedOutputModes.length === 0 ? {} : { acceptedOutputModes: plan.acceptedOutputModes };
    const wishes = { message, ...modes, ...(push === undefined ? {} : { push }) };
    if (plan.opening === 'stream') {
      this.#stream.send({ operation: 'SendStreamingMessage', ...wishes });
      return;
    }
    // Of a single shot, the answer is all that is expected; what there is to read is read all the same.
    const blocking = plan.opening === 'single-shot';
    this.#ask({ operation: 'SendMessage', blocking, ...wishes }, plan.bounds.opening.ms);
  }

  /** Looks for the task of a message that somebody else has sent. */
  seek(message: LostMessage): void {
    this.#opening = message;
    this.#options.course.answerLost(this.#options.clock());
    this.#seekIfLost();
  }

  /** Does what is due by now. */
  act(now: number): void {
    this.#cancel.act(now);
    this.#stream.act(now);
    this.#reads.act(now);
  }

  /** When `act` has something to do next. */
  due(now: number): number {
    return Math.min(this.#cancel.due(), this.#stream.due(), this.#reads.due(now));
  }

  /** Time that doesn't count against the agent: reads had to wait their turn. */
  heldMs(now: number): number {
    return this.#reads.heldMs(now);
  }

  /**
   * Whether nothing will ever tell how a task goes on that was given here: the agent serves no reads, and neither streams
   * nor pushes. One that was only taken up again may wait for its caller.
   */
  get isBlind(): boolean {
    const { settlement, facts } = this.#options.course;
    const isOpen = settlement.memory.told === undefined && facts.waiting === undefined && facts.turn?.answer !== 'none';
    return this.#sends && isOpen && settlement.isUnreadable && !this.#stream.isLive && !this.#pushes;
  }

  /** Asks the agent to cancel: once, or again if the asking itself came to nothing. */
  cancel(taskId: string): void {
    this.#cancel.ask(taskId);
  }

  /** Takes in what was seen by other ways than a call: it is judged, and settles nothing. */
  tell(seen: Observation): void {
    this.#see(seen);
  }

  /** Something outside says that the task has changed. */
  hint(): void {
    this.#reads.hint();
    this.#options.wake();
  }

  /** Holds the stream back. */
  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** Ends every call that is still open. */
  close(): void {
    // Nothing is looked for any more.
    this.#opening = undefined;
    this.#stream.close();
    this.#over.abort(OVER);
  }

  readonly #see: Observe = (seen) => {
    this.#options.observe?.(seen);
    this.#cancel.follow(seen);
    this.#stream.follow(seen);
    this.#reads.follow(seen);
    const { course, judged, wake } = this.#options;
    const { state } = course.record;
    course.see(seen);
    judged?.(seen);
    this.#seekIfLost();
    if (state !== 'working' || !this.#isMoreWork(seen)) wake();
  };

  /** Whether it is only a piece of the work of a task that is at work: most of what comes is, and nothing rests on it. */
  #isMoreWork({ kind }: Observation): boolean {
    const { record, facts } = this.#options.course;
    // By a state the agent may take up a follow-up.
    const isPiece = kind === 'artifact' || (kind === 'status' && facts.turn === undefined);
    return isPiece && record.state === 'working' && facts.cancelAsked === undefined;
  }

  readonly #ask: ChannelContext['ask'] = (call, timeoutMs, done, observe = this.#see) => {
    const { client, fault, wake } = this.#options;
    client.ask(call, observe, { signal: this.#over.signal, timeoutMs }).then(() => {
      if (this.#over.signal.aborted) return;
      done?.();
      wake();
    }, fault);
  };

  /** The message may have been taken in, and its answer told no task: the task is looked for before that is given up. */
  #seekIfLost(): void {
    const { course } = this.#options;
    const message = this.#opening;
    if (message === undefined || course.record.id !== undefined || !course.mayBeTakenIn) return;
    this.#opening = undefined;
    course.facts.seeking = true;
    recover(this.#context, message, (taskId) => {
      if (taskId !== undefined) {
        course.adopt(taskId);
        this.#watch('reads', this.#options.clock(), 'the answer to the message was lost, and a list showed its task');
      }
      course.facts.seeking = false;
      this.#options.wake();
    });
  }

  #watch(by: 'stream' | 'reads', now: number, because: string): void {
    this.#reads.play(by === 'stream' ? 'beside' : 'main', now);
    if (this.#watching === by) return;
    this.#watching = by;
    this.#options.emit({ kind: 'watching', by, because });
  }
}

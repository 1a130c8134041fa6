import type { Subscription } from '../http/interface-client.ts';
import { latenessMs } from '../http/own-lateness.ts';
import { type CallOf, isStreaming } from '../protocol/call.ts';
import type { CloseSeen, ErrorSeen, FailureSeen, Observation } from '../protocol/observation.ts';
import { isInterrupted, isTerminal } from '../protocol/task-state.ts';
import { type ChannelContext, NEVER } from './channel-context.ts';

/** Subscriptions in a row that bring nothing, after which reads alone go on. */
const MOST_VAIN = 5;
const BACK_OFF_MS = 500;
const BACK_OFF_MOST_MS = 30_000;

/** Refusals that another attempt would only meet again. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'UnsupportedOperation',
  'MethodNotFound',
  'InvalidRequest',
  'InvalidParams',
  'TaskNotFound',
  'Unauthenticated',
]);

/** Why a stream is over that nobody here has left. */
const CLOSED: Readonly<Record<CloseSeen['by'], string>> = {
  peer: 'the stream ended before the task',
  broken: 'the stream broke',
  caller: 'the stream was cut off here, as an event was too large',
};

/** Who is to be told that observation rests on another channel now. */
export type Watch = (by: 'stream' | 'reads', now: number, because: string) => void;

/** The stream of one delegation: opens it, notices when it is mute, and subscribes anew when it breaks off. */
export class StreamChannel {
  readonly #context: ChannelContext;
  readonly #watch: Watch;
  readonly #subscribes: boolean;
  #stream: Subscription | undefined;
  #isLeft = false;
  /** A streaming call is on its way. */
  #isAsked = false;
  #isOpen = false;
  #openedAt: number | undefined;
  #heard = false;
  /** The stream is open; since when nothing came on it. */
  #quietSince: number | undefined;
  #mute = false;
  /** When to subscribe: as soon as the task is known, at first. */
  #subscribeAt: number;
  #vain = 0;

  constructor(context: ChannelContext, watch: Watch) {
    this.#context = context;
    this.#watch = watch;
    this.#subscribes = context.plan.opening === 'id-first' || context.plan.opening === 'stream' || context.subscribes;
    this.#subscribeAt = this.#subscribes && context.plan.opening !== 'stream' ? 0 : NEVER;
  }

  /** When the newest stream was opened. */
  get openedAt(): number | undefined {
    return this.#openedAt;
  }

  /** Whether any stream has brought anything. */
  get heard(): boolean {
    return this.#heard;
  }

  /** Whether a stream is open, on its way or still to come: it may tell what no read does. */
  get isLive(): boolean {
    return this.#isAsked || this.#isOpen || this.#due !== NEVER;
  }

  /** Sends a message on a stream of its own. */
  send(call: CallOf<'SendStreamingMessage'>): void {
    this.#isAsked = true;
    this.#stream = this.#context.client.listen(call, this.#context.see);
  }

  /** Subscribes if that is due, and tells silence. */
  act(now: number): void {
    if (now >= this.#silentAt) this.#silent(now);
    const { course, client, see } = this.#context;
    const taskId = course.record.id;
    if (taskId === undefined || now < this.#due) return;
    this.#subscribeAt = NEVER;
    this.#isAsked = true;
    this.#stream = client.listen({ operation: 'SubscribeToTask', taskId }, see);
  }

  due(): number {
    const subscribe = this.#context.course.record.id === undefined ? NEVER : this.#due;
    return Math.min(this.#silentAt, subscribe);
  }

  /** Holds the stream back. Its silence is then ours, so it isn't counted. */
  pause(): void {
    this.#stream?.pause();
    this.#quietSince = undefined;
  }

  resume(): void {
    this.#stream?.resume();
    if (this.#isOpen) this.#quietSince = this.#context.clock();
  }

  close(): void {
    this.#isLeft = true;
    this.#stream?.close();
  }

  /** Keeps account of the call itself. */
  follow(seen: Observation): void {
    if (!isStreaming(seen.vantage.operation)) return;
    if (this.#stream !== undefined && seen.vantage.id !== this.#stream.vantage.id) return;
    switch (seen.kind) {
      case 'asked':
      case 'silence':
      case 'defect':
        return;
      case 'open':
        this.#isAsked = false;
        this.#isOpen = true;
        this.#openedAt = seen.received;
        this.#quietSince = seen.received;
        return;
      case 'close':
        if (!this.#isLeft) this.#over(CLOSED[seen.by], seen.received);
        return;
      case 'error':
      case 'failure':
        this.#refused(seen);
        return;
      default:
        if (seen.vantage.channel !== 'stream') {
          this.#vain = MOST_VAIN;
          this.#over('the streaming call was answered without a stream', seen.received);
          return;
        }
        this.#quietSince = seen.received;
        this.#heard = true;
        // A snapshot repeats what is known: a stream that brings no more than that and breaks brings nothing.
        if (seen.kind !== 'task') this.#vain = 0;
        this.#watch('stream', seen.received, this.#mute ? 'the stream speaks again' : 'the stream speaks');
        this.#mute = false;
    }
  }

  #refused(seen: ErrorSeen | FailureSeen): void {
    const forGood = seen.kind === 'error' ? FOR_GOOD.has(seen.name) : seen.reason === 'unsupported';
    if (forGood) this.#vain = MOST_VAIN;
    if (seen.kind === 'error' && seen.retryAfterMs !== undefined)
      this.#context.pace.holdOff(seen.received, seen.retryAfterMs);
    this.#over(`the stream was refused (${seen.message.slice(0, 80)})`, seen.received);
  }

  /** A stream may end at an interrupted state; nobody subscribes for what waits for its caller. */
  #over(because: string, now: number): void {
    this.#isAsked = false;
    this.#isOpen = false;
    this.#quietSince = undefined;
    const { course, pace } = this.#context;
    const { state } = course.record;
    if (isTerminal(state)) return;
    this.#watch('reads', now, because);
    if (!this.#subscribes || this.#vain >= MOST_VAIN || isInterrupted(state)) return;
    const wait = Math.min(BACK_OFF_MS * 2 ** this.#vain++, BACK_OFF_MOST_MS);
    this.#subscribeAt = Math.max(now + wait, pace.notBefore);
  }

  /** What came while this process was late is still to be read. */
  #silent(now: number): void {
    const late = latenessMs();
    if (late === 0) this.#tellSilence(now);
    else if (this.#quietSince !== undefined) this.#quietSince += late;
  }

  #tellSilence(now: number): void {
    const { bounds } = this.#context.plan;
    this.#quietSince = now;
    if (this.#stream === undefined) return;
    this.#context.see({ kind: 'silence', bound: bounds.silence, vantage: this.#stream.vantage, received: now });
    this.#mute = true;
    this.#watch('reads', now, `the stream was mute for ${bounds.silence.ms} ms`);
  }

  /** While a follow-up is on its way, while the task waits, and once it is over or cancelled, nobody subscribes. */
  get #due(): number {
    const { record, facts } = this.#context.course;
    const { turn } = facts;
    const waits = isInterrupted(record.state) && (turn === undefined || turn.answer === 'refused');
    if (isTerminal(record.state) || facts.cancelAsked !== undefined || waits || turn?.answer === 'none') return NEVER;
    return this.#subscribeAt;
  }

  get #silentAt(): number {
    return this.#quietSince === undefined ? NEVER : this.#quietSince + this.#context.plan.bounds.silence.ms;
  }
}

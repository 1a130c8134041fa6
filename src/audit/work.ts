import type { Subscription } from '../http/interface-client.ts';
import type { Call, PushRegistration } from '../protocol/call.ts';
import type { Message, Part } from '../protocol/model.ts';
import type { Observation } from '../protocol/observation.ts';
import { isTerminal, type TaskState } from '../protocol/task-state.ts';
import type { CallOptions, Calls } from './calls.ts';
import { type MessageCall, messageCall, type SendOptions } from './message-call.ts';
import type { Pace } from './pace.ts';
import { type Reply, replyOf } from './reply.ts';
import { isHeard, isOver, newSeenStream, noteOnStream, type SeenStream } from './seen-stream.ts';
import { leftOf, type Span, Waiting } from './waiting.ts';

export interface WorkOptions {
  readonly calls: Calls;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Told everything, in the order of receipt. */
  readonly record: (seen: Observation) => void;
}

const FIRST_READ_MS = 200;
const LAST_READ_MS = 2_000;

/** By how much the wait for something to come exceeds the silence that is judged. */
const MORE_THAN_SILENCE = 1.3;

/**
 * One piece of work that a scenario gives the agent, and what has been seen of it. It only reports what is told on any
 * channel; what follows from that is for the rules.
 */
export class Work {
  id: string | undefined;
  contextId: string | undefined;
  /** The state told last, until an end was told. */
  state: TaskState | undefined;
  /** Something of its result was told. */
  hasArtifacts = false;
  /** Its id was made up, so that nothing of it runs anywhere. */
  madeUp = false;
  /** The newest read was answered that there is no such task. */
  lost = false;
  /** The agent answered with a Message and made no task. */
  message: Message | undefined;
  readonly streams: SeenStream[] = [];
  /** The id of the message sent last. */
  messageId: string | undefined;
  readonly #options: WorkOptions;
  readonly #waiting: Waiting;
  readonly #subscriptions = new Map<number, Subscription>();

  constructor(options: WorkOptions) {
    this.#options = options;
    this.#waiting = new Waiting(options.signal);
  }

  get ended(): boolean {
    return isTerminal(this.state);
  }

  /** The id of the task; whoever asks has made sure that there is one. */
  get taskId(): string {
    return this.id ?? '';
  }

  /** The context that its calls name, where the agent has told one. */
  get context(): { readonly contextId?: string } {
    return this.contextId === undefined ? {} : { contextId: this.contextId };
  }

  /** Takes in what was seen of it. */
  readonly see = (seen: Observation): void => {
    this.#options.record(seen);
    const { identity, probe } = seen.vantage.request;
    const own = identity !== 'second' && probe !== 'anonymous' && probe !== 'forged-credentials';
    if (own) this.#note(seen);
    const stream = this.streams.find(({ vantageId }) => vantageId === seen.vantage.id);
    if (stream !== undefined) noteOnStream(stream, seen);
    this.#waiting.wake();
  };

  /** Sends a message: the first, or one to the task once that is known. */
  async send(parts: readonly Part[], options: SendOptions = {}): Promise<Reply> {
    const { pace } = this.#options;
    const timeoutMs = options.blocking === false ? pace.answerMs + pace.times.patienceMs : pace.times.patienceMs;
    return this.ask(this.#messageCall('SendMessage', parts, options), { timeoutMs, ...options });
  }

  /** Sends a message and listens to what becomes of it. */
  stream(parts: readonly Part[], options: SendOptions = {}): SeenStream {
    return this.#listen(this.#messageCall('SendStreamingMessage', parts, options), options);
  }

  /** Listens to the task. */
  subscribe(options: CallOptions = {}): SeenStream {
    return this.#listen({ operation: 'SubscribeToTask', taskId: this.taskId }, options);
  }

  /** Makes any call that has to do with it. */
  async ask(call: Call, options: CallOptions = {}): Promise<Reply> {
    let last: Observation | undefined;
    const see = (seen: Observation): void => {
      if (seen.kind !== 'asked' && seen.kind !== 'defect') last = seen;
      this.see(seen);
    };
    await this.#options.calls.ask(call, see, options);
    return replyOf(last);
  }

  /** Registers a web-hook for the task. */
  register(push: PushRegistration): Promise<Reply> {
    return this.ask({ operation: 'CreateTaskPushNotificationConfig', taskId: this.taskId, push });
  }

  read(options: CallOptions & { readonly historyLength?: number } = {}): Promise<Reply> {
    const { historyLength = 0 } = options;
    return this.ask({ operation: 'GetTask', taskId: this.taskId, historyLength }, options);
  }

  /** Asks for a cancel; resolves when it is answered, or was not for so long that it hangs. Reads go on meanwhile. */
  async cancel(options: CallOptions = {}): Promise<Reply> {
    const hangsMs = (): number => this.#options.pace.silences().cancel.ms;
    const timeoutMs = 4 * hangsMs();
    const answer = this.ask({ operation: 'CancelTask', taskId: this.taskId }, { timeoutMs, ...options });
    let answered = false;
    void answer.then(() => {
      answered = true;
      this.#waiting.wake();
    });
    const began = performance.now();
    const left = (): number => MORE_THAN_SILENCE * hangsMs() - (performance.now() - began);
    while (!answered && left() > 0 && !this.#options.signal.aborted) {
      if (!(await this.until(() => answered, Math.min(left(), hangsMs() / 2)))) await this.read();
    }
    if (answered) return answer;
    this.#waiting.ranOut(() => MORE_THAN_SILENCE * hangsMs());
    return { kind: 'nothing', failure: undefined };
  }

  /** Whether round trips have since become so slow that something would have been waited for longer. */
  get gaveUpEarly(): boolean {
    return this.#waiting.gaveUpEarly;
  }

  /** Waits for something to be seen. */
  until(test: () => boolean, span: Span): Promise<boolean> {
    return this.#waiting.until(test, span);
  }

  /** Waits for the first thing that a stream brings, or for its refusal. */
  untilHeard(stream: SeenStream): Promise<boolean> {
    return this.until(
      () => isHeard(stream),
      () => this.#options.pace.answerMs,
    );
  }

  /** Waits for something to be seen, for longer than silence may last. */
  untilSilent(test: () => boolean): Promise<boolean> {
    return this.until(test, () => MORE_THAN_SILENCE * this.#options.pace.silenceMs);
  }

  /** Reads at growing intervals until the test holds. */
  async readUntil(test: () => boolean, span: Span, firstMs = FIRST_READ_MS): Promise<boolean> {
    const leftNow = leftOf(span);
    let interval = firstMs;
    while (!test()) {
      const left = leftNow();
      if (left <= 0 || this.#options.signal.aborted) {
        this.#waiting.ranOut(span);
        return false;
      }
      if (await this.until(test, Math.min(interval, left))) return true;
      await this.read();
      interval = Math.min(interval * 1.5, LAST_READ_MS);
    }
    return true;
  }

  /** Reads on for that long, whatever is told: at first often, then less so. */
  async watch(ms: number): Promise<void> {
    const endAt = performance.now() + ms;
    let interval = Math.min(FIRST_READ_MS, ms / 8);
    while (!this.#options.signal.aborted) {
      const left = endAt - performance.now();
      await this.#waiting.pause(Math.max(0, Math.min(interval, left)));
      await this.read();
      if (left <= interval) return;
      interval = Math.min(interval * 1.5, Math.max(LAST_READ_MS, ms / 12));
    }
  }

  /** Reads on for as long as it takes to settle its end. */
  settle(): Promise<void> {
    return this.watch(2 * this.#options.pace.times.gapMs);
  }

  /** Leaves a stream, as a client that goes away. */
  leave({ vantageId }: SeenStream): void {
    this.#subscriptions.get(vantageId)?.close();
  }

  /** Leaves every stream. */
  close(): void {
    for (const stream of this.streams) if (!isOver(stream)) this.leave(stream);
  }

  #messageCall(operation: MessageCall['operation'], parts: readonly Part[], options: SendOptions): MessageCall {
    const call = messageCall(operation, parts, { ...(this.id === undefined ? {} : { taskId: this.id }), ...options });
    this.messageId = call.message.messageId;
    return call;
  }

  #listen(call: Call, options: CallOptions): SeenStream {
    let stream: SeenStream | undefined;
    const subscription = this.#options.calls.listen(
      call,
      (seen) => {
        if (stream === undefined) {
          stream = newSeenStream(seen.vantage.id);
          this.streams.push(stream);
        }
        this.see(seen);
      },
      options,
    );
    this.#subscriptions.set(subscription.vantage.id, subscription);
    return stream ?? newSeenStream(subscription.vantage.id);
  }

  #note(seen: Observation): void {
    if (seen.vantage.channel === 'push') return;
    if (seen.vantage.operation === 'GetTask') {
      if (seen.kind === 'error') this.lost = seen.name === 'TaskNotFound';
      if (seen.kind === 'task') this.lost = false;
    }
    if (seen.kind === 'message' && this.id === undefined) this.message ??= seen.message;
    if (seen.kind !== 'task' && seen.kind !== 'status' && seen.kind !== 'artifact') return;
    const told = seen.kind === 'task' ? { taskId: seen.task.id, contextId: seen.task.contextId } : seen;
    this.id ??= told.taskId;
    if (told.taskId !== undefined && told.taskId !== this.id) return;
    this.contextId ??= told.contextId;
    if (seen.kind === 'artifact' || (seen.kind === 'task' && seen.task.artifacts?.length)) this.hasArtifacts = true;
    if (this.ended || seen.kind === 'artifact') return;
    this.state = seen.kind === 'task' ? seen.task.state : seen.state;
  }
}

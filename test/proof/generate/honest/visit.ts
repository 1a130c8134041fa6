import type { A2AErrorName } from '../../../../src/protocol/error-code.ts';
import { ERROR_CODES } from '../../../../src/protocol/error-code.ts';
import type { Message } from '../../../../src/protocol/model.ts';
import type { Observation, RequestFacts, Vantage } from '../../../../src/protocol/observation.ts';
import type { Operation } from '../../../../src/protocol/operation.ts';
import { isInterrupted, isTerminal } from '../../../../src/protocol/task-state.ts';
import type { Random } from '../random.ts';
import { Agenda } from './agenda.ts';
import { HonestAgent, type Version } from './honest-agent.ts';
import type { Manner } from './manner.ts';
import { OpenStream } from './open-stream.ts';
import { snapshotOf, TASK_ID } from './view.ts';

/** One caller at one agent, from the first message on: calls at any time, answers after any delay. */
export class Visit {
  readonly seen: Observation[] = [];
  readonly #manner: Manner;
  readonly #random: Random;
  readonly #agent: HonestAgent;
  readonly #agenda = new Agenda();
  readonly #streams: OpenStream[] = [];
  readonly #contextId: string;
  readonly #given: string | undefined;
  #vantages = 0;
  #messages = 0;
  /** When the caller first knew the task's id. */
  #known = false;
  #waitedFor: (() => void)[] = [];

  constructor(manner: Manner, random: Random, noted: boolean) {
    this.#manner = manner;
    this.#random = random;
    this.#agent = new HonestAgent(manner, random, noted);
    this.#given = random.oneIn(2) ? 'context-of-ours' : undefined;
    this.#contextId = this.#given ?? 'context-1';
  }

  run(): void {
    this.#open();
    for (let calls = this.#random.below(7); calls > 0; calls--) this.#agenda.at(this.#some(60_000), () => this.#act());
    this.#agenda.run(400_000);
    for (const stream of this.#streams) stream.leave();
  }

  /** A time from now: mostly short, sometimes at the edge of a bound, rarely as long as it gets. */
  #some(most: number): number {
    const { now } = this.#agenda;
    switch (this.#random.below(6)) {
      case 0:
        return now + this.#random.below(most);
      case 1:
        return now + this.#random.pick([999, 1_000, 2_001, 5_001, 10_001, 15_000]);
      default:
        return now + this.#random.below(300);
    }
  }

  /** How long something is under way. */
  #delay(): number {
    return this.#random.oneIn(8) ? this.#random.below(20_000) : this.#random.below(60);
  }

  #open(): void {
    const streaming = this.#random.oneIn(2);
    const operation = streaming ? 'SendStreamingMessage' : 'SendMessage';
    const blocking = streaming ? undefined : this.#random.pick([true, false, undefined]);
    const message = this.#message();
    const vantage = this.#ask(operation, {
      messageId: message.messageId,
      inputModes: ['text/plain'],
      ...(this.#given === undefined ? {} : { contextId: this.#given }),
      ...(blocking === undefined ? {} : { blocking }),
    });
    this.#agenda.at(this.#agenda.now + this.#delay(), () => {
      if (this.#manner.messagesOnly) return this.#answerByMessage(vantage);
      this.#agent.begin(this.#agenda.now, message);
      this.#goOn();
      if (streaming) this.#stream(vantage, 0);
      else this.#answerSend(vantage);
    });
  }

  #message(): Message & { readonly messageId: string } {
    return { messageId: `ours-${++this.#messages}`, role: 'user', parts: [{ text: 'please' }] };
  }

  #ask(operation: Operation, request: RequestFacts): Vantage {
    const asked = this.#agenda.now;
    const channel = operation === 'SendStreamingMessage' || operation === 'SubscribeToTask' ? 'stream' : 'answer';
    const vantage: Vantage = { id: ++this.#vantages, channel, operation, asked, request };
    this.seen.push({ kind: 'asked', vantage, received: asked });
    return vantage;
  }

  /** The agent's work goes on by itself; where it waits, somebody else may answer. */
  #goOn(): void {
    if (this.#agent.isOver || this.#agent.log.length > 14) return;
    const isWaiting = this.#agent.waits;
    if (isWaiting && this.#random.oneIn(2)) return;
    this.#agenda.at(this.#some(30_000), () => {
      if (isWaiting !== this.#agent.waits || this.#agent.isOver) return;
      this.#change(() => (isWaiting ? this.#agent.resume(this.#agenda.now) : this.#agent.work(this.#agenda.now)));
      this.#goOn();
    });
  }

  /** Something becomes of the task, and everybody who listens is told. */
  #change(change: () => void): void {
    const before = this.#agent.log.length;
    change();
    for (const version of this.#agent.log.slice(before)) for (const stream of this.#streams) stream.tell(version);
    if (!this.#agent.isOver && !this.#agent.waits) return;
    const waiting = this.#waitedFor;
    this.#waitedFor = [];
    for (const answer of waiting) answer();
  }

  #answer(vantage: Vantage, facts: object): void {
    const delay = this.#delay();
    const { now } = this.#agenda;
    this.#agenda.at(now + delay, () => {
      this.#known = true;
      this.seen.push({ ...facts, vantage, received: this.#agenda.now } as Observation);
    });
  }

  #refuse(vantage: Vantage, name: A2AErrorName): void {
    const error = ERROR_CODES.find((entry) => entry.name === name);
    this.#answer(vantage, {
      kind: 'error',
      name,
      code: this.#manner.binding === 'JSONRPC' ? error?.code : undefined,
      reason: error?.reason,
      httpStatus: this.#manner.binding === 'JSONRPC' ? 200 : (error?.httpStatus[0] ?? 400),
      message: 'that cannot be done',
      data: undefined,
      retryAfterMs: undefined,
    });
  }

  #answerByMessage(vantage: Vantage): void {
    const message = {
      messageId: 'agent-0',
      role: 'agent' as const,
      contextId: this.#contextId,
      parts: [{ text: 'done' }],
    };
    if (vantage.channel !== 'stream') return this.#answer(vantage, { kind: 'message', message });
    const stream = this.#openStream(vantage);
    stream.send({ kind: 'message', message });
    stream.close();
  }

  #answerSend(vantage: Vantage): void {
    const { blocking } = vantage.request;
    const waits = blocking ?? this.#manner.dialect === '1.0';
    const isWhole = waits && this.#manner.dialect === '1.0';
    const answer = (): void => this.#answer(vantage, this.#snapshot(this.#agent.now, vantage, isWhole));
    if (!waits || this.#agent.isOver || this.#agent.waits) answer();
    else this.#waitedFor.push(answer);
  }

  #snapshot(version: Version, { request }: Vantage, whole: boolean): object {
    const bare = !whole && this.#manner.answersBare;
    const shown = { bare, historyLength: request.historyLength };
    return { kind: 'task', task: snapshotOf(version, this.#contextId, this.#manner, this.#random, shown) };
  }

  #openStream(vantage: Vantage): OpenStream {
    const stream = new OpenStream(vantage, {
      manner: this.#manner,
      random: this.#random,
      agenda: this.#agenda,
      contextId: this.#contextId,
      delay: () => this.#delay(),
      receive: (seen) => {
        this.#known = true;
        this.seen.push(seen);
      },
    });
    this.#streams.push(stream);
    stream.send({ kind: 'open' });
    return stream;
  }

  /** Tells a stream the task as it is, and what becomes of it from `from` on. */
  #stream(vantage: Vantage, from: number): void {
    const stream = this.#openStream(vantage);
    const first = this.#agent.log[from] as Version;
    if (
      this.#manner.dialect === '1.0' ||
      (vantage.operation === 'SubscribeToTask' ? this.#manner.snapshotFirst : this.#random.oneIn(2))
    )
      stream.send(this.#snapshot(this.#agent.now, vantage, true));
    else if (from === 0 && first.event.kind === 'status') stream.tell(first);
    for (const version of this.#agent.log.slice(from + 1)) stream.tell(version);
    const { state } = this.#agent.now;
    if (isTerminal(state)) stream.close();
    else if (isInterrupted(state) && this.#manner.closesAtInterrupt && this.#random.oneIn(2)) stream.close();
  }

  /** The caller does something. */
  #act(): void {
    if (!this.#known || this.#manner.messagesOnly) return;
    switch (this.#random.below(10)) {
      case 0:
        return this.#cancel();
      case 1:
      case 2:
        return this.#subscribe();
      case 3:
      case 4:
        return this.#turn();
      case 5:
        return void this.#random.pick(this.#streams.length > 0 ? this.#streams : [undefined])?.leave();
      default:
        return this.#read();
    }
  }

  /** Reads come from any replica, and a few in a row from the same or others. */
  #read(): void {
    const historyLength = this.#random.pick([0, undefined, 1, 50]);
    const vantage = this.#ask('GetTask', {
      taskId: TASK_ID,
      ...(historyLength === undefined ? {} : { historyLength }),
    });
    if (this.#random.oneIn(2)) this.#agenda.at(this.#some(12_000), () => this.#read());
    this.#agenda.at(this.#agenda.now + this.#delay(), () => {
      if (this.#random.oneIn(20)) return this.#fail(vantage);
      const moment = this.#agenda.now - this.#random.below(this.#manner.lagMs + 1);
      const version = this.#agent.log.findLast(({ at }) => at <= moment);
      if (version === undefined || this.#isPurged(moment)) return this.#refuse(vantage, 'TaskNotFound');
      this.#answer(vantage, this.#snapshot(version, vantage, true));
    });
  }

  #isPurged(moment: number): boolean {
    const { purgesAfterMs } = this.#manner;
    if (purgesAfterMs === undefined || !this.#agent.isOver) return false;
    return moment >= this.#agent.now.at + purgesAfterMs;
  }

  #fail(vantage: Vantage): void {
    const reason = this.#random.pick(['timeout', 'reset', 'unreachable'] as const);
    this.#answer(vantage, { kind: 'failure', reason, message: reason, sent: true });
  }

  #cancel(): void {
    const vantage = this.#ask('CancelTask', { taskId: TASK_ID });
    if (this.#random.oneIn(3)) this.#agenda.at(this.#some(5_000), () => this.#cancel());
    this.#agenda.at(this.#agenda.now + this.#delay(), () => {
      const { now } = this.#agenda;
      const { cancel, repeatedCancel } = this.#manner;
      if (this.#isPurged(now)) return this.#refuse(vantage, 'TaskNotFound');
      if (this.#agent.isOver) {
        if (this.#agent.now.state !== 'canceled' || repeatedCancel === 'error')
          return this.#refuse(vantage, 'TaskNotCancelable');
        if (repeatedCancel === 'not found') return this.#refuse(vantage, 'TaskNotFound');
      } else if (cancel === 'refused') return this.#refuse(vantage, 'TaskNotCancelable');
      else if (cancel === 'unsupported') return this.#refuse(vantage, 'UnsupportedOperation');
      else if (cancel === 'taken on') this.#agent.stop();
      else this.#change(() => this.#agent.cancel(now));
      this.#answer(vantage, this.#snapshot(this.#agent.now, vantage, false));
    });
  }

  #subscribe(): void {
    const vantage = this.#ask('SubscribeToTask', { taskId: TASK_ID });
    this.#agenda.at(this.#agenda.now + this.#delay(), () => {
      if (this.#isPurged(this.#agenda.now)) return this.#refuse(vantage, 'TaskNotFound');
      if (this.#agent.isOver) return this.#refuse(vantage, 'UnsupportedOperation');
      this.#stream(vantage, Math.max(0, this.#agent.log.length - 1 - this.#random.below(this.#manner.repeats + 1)));
    });
  }

  /** The caller sends a message to the task, whatever it believes the task to be in. */
  #turn(): void {
    const streaming = this.#random.oneIn(2);
    const message = this.#message();
    const blocking = streaming ? undefined : this.#random.pick([true, false, undefined]);
    const vantage = this.#ask(streaming ? 'SendStreamingMessage' : 'SendMessage', {
      taskId: TASK_ID,
      messageId: message.messageId,
      inputModes: ['text/plain'],
      ...(blocking === undefined ? {} : { blocking }),
    });
    this.#agenda.at(this.#agenda.now + this.#delay(), () => {
      if (this.#isPurged(this.#agenda.now)) return this.#refuse(vantage, 'TaskNotFound');
      if (this.#agent.isOver) return this.#refuse(vantage, 'UnsupportedOperation');
      if (!this.#agent.waits && this.#manner.whileWorking === 'refused')
        return this.#refuse(vantage, 'UnsupportedOperation');
      if (this.#agent.waits) {
        this.#change(() => this.#agent.resume(this.#agenda.now, message));
        this.#goOn();
      } else this.#agent.queue(message);
      if (streaming) this.#stream(vantage, this.#agent.log.length - 1);
      else this.#answerSend(vantage);
    });
  }
}

import type { Message } from '../../../../src/protocol/model.ts';
import type { Observation, RequestFacts, Vantage } from '../../../../src/protocol/observation.ts';
import type { Operation } from '../../../../src/protocol/operation.ts';
import type { Random } from '../random.ts';
import { Agenda } from './agenda.ts';
import { Front } from './front.ts';
import { Hook } from './hook.ts';
import type { Manner } from './manner.ts';
import { askToRefuse } from './questions.ts';
import { TASK_ID } from './view.ts';

/** One caller at one agent, from the first message on: calls at any time, answers after any delay. */
export class Visit {
  readonly seen: Observation[] = [];
  readonly #random: Random;
  readonly #noted: boolean;
  readonly #manner: Manner;
  readonly #agenda = new Agenda();
  readonly #front: Front;
  readonly #given: string | undefined;
  /** By which name the caller calls, if it matters. */
  readonly #identity: string | undefined;
  /** How busy the network is. */
  readonly #stalls: number;
  #hook: Hook | undefined;
  #vantages = 0;
  #messages = 0;
  /** The caller has heard of the task. */
  #known = false;

  constructor(manner: Manner, random: Random, noted: boolean) {
    this.#random = random;
    this.#noted = noted;
    this.#manner = manner;
    this.#given = random.oneIn(2) ? 'context-of-ours' : undefined;
    this.#stalls = random.pick([2, 8, 50]);
    this.#identity = random.oneIn(2) ? 'us' : undefined;
    this.#front = new Front({
      manner,
      random,
      agenda: this.#agenda,
      noted,
      contextId: this.#given ?? 'context-1',
      delay: () => this.#delay(),
      receive: (seen) => this.#receive(seen),
    });
  }

  run(): void {
    this.#open();
    const calls = this.#random.below(12);
    const within = this.#random.pick([300, 5_000, 60_000]);
    for (let i = 0; i < calls; i++) this.#agenda.at(this.#agenda.some(this.#random, within), () => this.#act());
    this.#agenda.run(2_000_000);
    for (const stream of this.#front.streams) stream.leave();
  }

  #receive(seen: Observation): void {
    if (this.seen.length > 60) return;
    this.#known ||= seen.kind === 'task' || seen.kind === 'status' || seen.kind === 'artifact';
    this.seen.push(seen);
  }

  #delay(): number {
    return this.#random.oneIn(this.#stalls) ? this.#random.below(20_000) : this.#random.below(60);
  }

  #ask(operation: Operation, facts: RequestFacts): Vantage {
    const request = this.#identity === undefined ? facts : { identity: this.#identity, ...facts };
    const asked = this.#agenda.now;
    const channel = operation === 'SendStreamingMessage' || operation === 'SubscribeToTask' ? 'stream' : 'answer';
    const vantage: Vantage = { id: ++this.#vantages, channel, operation, asked, request };
    this.seen.push({ kind: 'asked', vantage, received: asked });
    return vantage;
  }

  /** A call reaches the agent after a while; now and then it goes wrong: on the way, at a gateway, inside the agent. */
  #reach(vantage: Vantage, serve: () => void): void {
    this.#agenda.at(this.#agenda.now + this.#delay(), () => {
      if (!this.#random.oneIn(20)) return serve();
      const isCut = vantage.operation === 'SendMessage' && !this.#noted;
      switch (this.#random.below(isCut ? 2 : 4)) {
        case 0:
          return this.#front.refuse(vantage, 'InternalError');
        case 1:
          return this.#front.turnAway(vantage, this.#noted ? this.#random.pick([429, 502, 503]) : 429);
        default:
          return this.#fail(vantage);
      }
    });
  }

  #fail(vantage: Vantage): void {
    const reason = this.#random.pick(['timeout', 'reset', 'unreachable'] as const);
    this.#front.answer(vantage, { kind: 'failure', reason, message: reason, sent: true });
  }

  #askToRefuse(): void {
    askToRefuse({
      manner: this.#manner,
      random: this.#random,
      front: this.#front,
      ask: (operation, request) => this.#ask(operation, request),
      reach: (vantage, serve) => this.#reach(vantage, serve),
    });
  }

  #message(): Message & { readonly messageId: string } {
    return { messageId: `ours-${++this.#messages}`, role: 'user', parts: [{ text: 'please' }] };
  }

  #askToSend(messageId: string, to: RequestFacts): Vantage {
    const streaming = this.#random.oneIn(2);
    const blocking = streaming ? undefined : this.#random.pick([true, false, undefined]);
    return this.#ask(streaming ? 'SendStreamingMessage' : 'SendMessage', {
      ...to,
      messageId,
      inputModes: ['text/plain'],
      ...(blocking === undefined ? {} : { blocking }),
    });
  }

  #open(): void {
    const message = this.#message();
    const vantage = this.#askToSend(message.messageId, this.#given === undefined ? {} : { contextId: this.#given });
    this.#agenda.at(this.#agenda.now + this.#delay(), () => this.#front.begin(vantage, message));
  }

  /** The caller does something. */
  #act(): void {
    if (this.#manner.messagesOnly) return;
    if (!this.#known) {
      // Of a task that nobody has heard of there is nothing to ask.
      if (this.#agenda.now < 60_000) this.#agenda.at(this.#agenda.now + 1_000, () => this.#act());
      return;
    }
    switch (this.#random.below(15)) {
      case 0:
      case 1:
        return this.#cancel();
      case 2:
      case 3:
      case 4:
        return this.#subscribe();
      case 5:
      case 6:
        return this.#turn();
      case 7:
        return this.#front.streams[this.#random.below(this.#front.streams.length + 1)]?.leave();
      case 8:
        return this.#list();
      case 9:
        return this.#useHook();
      case 10:
        return this.#random.oneIn(4) ? this.#front.failStream() : this.#askToRefuse();
      default:
        return this.#read();
    }
  }

  #read(): void {
    const historyLength = this.#random.pick([0, undefined, 1, 50]);
    const vantage = this.#ask('GetTask', {
      taskId: TASK_ID,
      ...(historyLength === undefined ? {} : { historyLength }),
    });
    if (this.#random.oneIn(2)) this.#agenda.at(this.#agenda.some(this.#random, 12_000), () => this.#read());
    this.#reach(vantage, () => this.#front.read(vantage));
  }

  #cancel(): void {
    const vantage = this.#ask('CancelTask', { taskId: TASK_ID });
    if (this.#random.oneIn(3)) this.#agenda.at(this.#agenda.some(this.#random, 5_000), () => this.#cancel());
    this.#reach(vantage, () => this.#front.cancel(vantage));
  }

  #subscribe(): void {
    const vantage = this.#ask('SubscribeToTask', { taskId: TASK_ID });
    this.#reach(vantage, () => this.#front.subscribe(vantage));
  }

  #list(): void {
    if (this.#manner.dialect !== '1.0') return;
    const vantage = this.#ask('ListTasks', { pageSize: 10 });
    this.#reach(vantage, () => this.#front.list(vantage));
  }

  /** A message to the task, in whatever state the caller believes it to be. */
  #turn(): void {
    const message = this.#message();
    const vantage = this.#askToSend(message.messageId, { taskId: TASK_ID });
    this.#reach(vantage, () => this.#front.turn(vantage, message));
  }

  /** Registers a web-hook, then asks for it and deletes it. */
  #useHook(): void {
    this.#hook ??= new Hook({
      manner: this.#manner,
      random: this.#random,
      agenda: this.#agenda,
      front: this.#front,
      ask: (operation, request) => this.#ask(operation, request),
      delivery: (request) => {
        const asked = this.#agenda.now;
        const operation = 'CreateTaskPushNotificationConfig';
        return { id: ++this.#vantages, channel: 'push', operation, asked, request };
      },
      reach: (vantage, serve) => this.#reach(vantage, serve),
      delay: () => this.#delay(),
      receive: (seen) => this.#receive(seen),
    });
    this.#hook.use();
  }
}

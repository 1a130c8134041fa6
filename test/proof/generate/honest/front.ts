import type { A2AErrorName } from '../../../../src/protocol/error-code.ts';
import { ERROR_CODES } from '../../../../src/protocol/error-code.ts';
import type { Message } from '../../../../src/protocol/model.ts';
import type { Observation, Vantage } from '../../../../src/protocol/observation.ts';
import { isInterrupted, isTerminal } from '../../../../src/protocol/task-state.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import { HonestAgent, type Version } from './honest-agent.ts';
import type { Manner } from './manner.ts';
import { OpenStream } from './open-stream.ts';
import { snapshotOf } from './view.ts';

interface Surroundings {
  readonly manner: Manner;
  readonly random: Random;
  readonly agenda: Agenda;
  readonly noted: boolean;
  readonly contextId: string;
  /** How long something is under way. */
  readonly delay: () => number;
  readonly receive: (seen: Observation) => void;
}

/** The side of an honest agent that answers calls and writes streams. Every call reaches it at the agenda's time. */
export class Front {
  readonly streams: OpenStream[] = [];
  readonly agent: HonestAgent;
  readonly #around: Surroundings;
  #waiting: (() => void)[] = [];

  constructor(around: Surroundings) {
    this.#around = around;
    this.agent = new HonestAgent(around.manner, around.random, around.noted);
  }

  /** The first message. */
  begin(vantage: Vantage, message: Message): void {
    if (this.#around.manner.messagesOnly) return this.#answerByMessage(vantage);
    this.agent.begin(this.#around.agenda.now, message);
    this.#goOn();
    this.#answerSend(vantage);
  }

  /** A message to the task. */
  turn(vantage: Vantage, message: Message): void {
    const { manner, agenda, random } = this.#around;
    if (this.isPurged(agenda.now)) return this.refuse(vantage, 'TaskNotFound');
    if (this.agent.isOver) return this.refuse(vantage, 'UnsupportedOperation');
    if (random.oneIn(10)) return this.#answerByMessage(vantage);
    if (this.agent.waits) {
      this.#change(() => this.agent.resume(agenda.now, message));
      this.#goOn();
    } else {
      if (manner.whileWorking === 'refused') return this.refuse(vantage, 'UnsupportedOperation');
      this.agent.queue(message);
    }
    this.#answerSend(vantage);
  }

  /** A stream fails inside the agent, which says nothing of the task. */
  failStream(): void {
    const { random } = this.#around;
    const stream = this.streams[random.below(this.streams.length + 1)];
    if (stream?.hasBegun !== true) return;
    stream.send(this.#error('InternalError'));
    stream.close();
  }

  /** A read, served by whichever replica. */
  read(vantage: Vantage): void {
    const { manner, agenda, random } = this.#around;
    const moment = agenda.now - random.below(manner.lagMs + 1);
    const version = this.agent.log.findLast(({ at }) => at <= moment);
    if (version === undefined || this.isPurged(moment)) return this.refuse(vantage, 'TaskNotFound');
    this.answer(vantage, this.#snapshot(version, vantage, true));
  }

  cancel(vantage: Vantage): void {
    const { manner, agenda } = this.#around;
    if (this.isPurged(agenda.now)) return this.refuse(vantage, 'TaskNotFound');
    if (this.agent.isOver) {
      const isAgain = this.agent.now.state === 'canceled' && manner.repeatedCancel !== 'error';
      if (!isAgain) return this.refuse(vantage, 'TaskNotCancelable');
      if (manner.repeatedCancel === 'not found') return this.refuse(vantage, 'TaskNotFound');
    } else if (manner.cancel === 'refused') return this.refuse(vantage, 'TaskNotCancelable');
    else if (manner.cancel === 'unsupported') return this.refuse(vantage, 'UnsupportedOperation');
    else if (manner.cancel === 'taken on') return this.#takeOn(vantage);
    else this.#change(() => this.agent.cancel(agenda.now));
    this.answer(vantage, this.#snapshot(this.agent.now, vantage, false));
  }

  /** It will stop when it can; by the time that this is answered, the task may have ended either way. */
  #takeOn(vantage: Vantage): void {
    const { agenda, delay } = this.#around;
    this.agent.stop();
    agenda.at(agenda.now + delay(), () => this.answer(vantage, this.#snapshot(this.agent.now, vantage, false)));
  }

  subscribe(vantage: Vantage): void {
    const { manner, agenda, random } = this.#around;
    if (this.isPurged(agenda.now)) return this.refuse(vantage, 'TaskNotFound');
    if (this.agent.isOver && manner.afterTheEnd === 'refused') return this.refuse(vantage, 'UnsupportedOperation');
    this.#stream(vantage, Math.max(0, this.agent.log.length - 1 - random.below(manner.repeats + 1)));
  }

  /** A list of one page, by an index that lags like the rest. */
  list(vantage: Vantage): void {
    const { manner, agenda, random } = this.#around;
    const moment = agenda.now - random.below(manner.lagMs + 1);
    const version = this.agent.log.findLast(({ at }) => at <= moment);
    const shown = version === undefined || this.isPurged(moment) ? [] : [version];
    const tasks = shown.map((one) => {
      const { contextId } = this.#around;
      return snapshotOf(one, contextId, manner, random, { bare: true, historyLength: vantage.request.historyLength });
    });
    const { pageSize = 50 } = vantage.request;
    this.answer(vantage, { kind: 'list', tasks, nextPageToken: '', totalSize: tasks.length, pageSize });
  }

  /** Whether a replica that shows the task as of a moment has forgotten it. */
  isPurged(moment: number): boolean {
    const { purgesAfterMs } = this.#around.manner;
    return purgesAfterMs !== undefined && this.agent.isOver && moment >= this.agent.now.at + purgesAfterMs;
  }

  answer(vantage: Vantage, facts: object): void {
    const { agenda, delay, receive } = this.#around;
    agenda.at(agenda.now + delay(), () => receive({ ...facts, vantage, received: agenda.now } as Observation));
  }

  refuse(vantage: Vantage, name: A2AErrorName): void {
    const error = this.#error(name);
    if (vantage.channel !== 'stream' || !this.#around.manner.refusesInStream) return this.answer(vantage, error);
    const stream = this.#openStream(vantage);
    stream.send(error);
    stream.close();
  }

  #error(name: A2AErrorName): object {
    const error = ERROR_CODES.find((entry) => entry.name === name);
    const isRpc = this.#around.manner.binding === 'JSONRPC';
    return {
      kind: 'error',
      name,
      code: isRpc ? error?.code : undefined,
      reason: error?.reason,
      httpStatus: isRpc ? 200 : (error?.httpStatus[0] ?? 400),
      message: 'that cannot be done',
      data: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: error?.reason, domain: 'a2a-protocol.org' },
      ],
      retryAfterMs: undefined,
    };
  }

  /** Something in front of the agent lets nobody through. What speaks A2A says so in its form. */
  turnAway(vantage: Vantage, httpStatus: number): void {
    const data = httpStatus === 429 ? [{ reason: 'SLOW_DOWN' }] : undefined;
    const message = 'not now';
    const error = { name: 'other', code: undefined, reason: undefined, httpStatus, message, data, retryAfterMs: 1_000 };
    this.answer(vantage, { kind: 'error', ...error });
  }

  /** The agent's work goes on by itself; where it waits, somebody else may answer. */
  #goOn(): void {
    const { agenda, random } = this.#around;
    if (this.agent.isOver || this.agent.log.length > 14) return;
    const isWaiting = this.agent.waits;
    if (isWaiting && random.oneIn(2)) return;
    agenda.at(agenda.some(random, 30_000), () => {
      if (isWaiting !== this.agent.waits || this.agent.isOver) return;
      this.#change(() => (isWaiting ? this.agent.resume(agenda.now) : this.agent.work(agenda.now)));
      this.#goOn();
    });
  }

  /** Something becomes of the task, and everybody who listens is told. */
  #change(change: () => void): void {
    const before = this.agent.log.length;
    change();
    for (const version of this.agent.log.slice(before)) for (const stream of this.streams) stream.tell(version);
    if (!this.agent.isOver && !this.agent.waits) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const { agenda, delay } = this.#around;
    // By the time that the state is looked up, which has to be the latest, the task may have gone on.
    for (const answer of waiting) agenda.at(agenda.now + delay(), answer);
  }

  #answerByMessage(vantage: Vantage): void {
    const parts = [{ text: 'done' }];
    const message = {
      messageId: `note-${vantage.id}`,
      role: 'agent' as const,
      contextId: this.#around.contextId,
      parts,
    };
    if (vantage.channel !== 'stream') return this.answer(vantage, { kind: 'message', message });
    const stream = this.#openStream(vantage);
    stream.send({ kind: 'message', message });
    stream.close();
  }

  #answerSend(vantage: Vantage): void {
    if (vantage.channel === 'stream') return this.#stream(vantage, this.agent.log.length - 1);
    const isV1 = this.#around.manner.dialect === '1.0';
    const waits = vantage.request.blocking ?? (isV1 || this.#around.manner.waitsUnasked);
    const answer = (): void => this.answer(vantage, this.#snapshot(this.agent.now, vantage, waits && isV1));
    if (!waits || this.agent.isOver || this.agent.waits) answer();
    else this.#waiting.push(answer);
  }

  #snapshot(version: Version, { request }: Vantage, whole: boolean): object {
    const { manner, random, contextId } = this.#around;
    const shown = { bare: !whole && manner.answersBare, historyLength: request.historyLength };
    return { kind: 'task', task: snapshotOf(version, contextId, manner, random, shown) };
  }

  #openStream(vantage: Vantage): OpenStream {
    const stream = new OpenStream(vantage, this.#around);
    this.streams.push(stream);
    stream.send({ kind: 'open' });
    return stream;
  }

  /** Tells a stream the task as it is, and what becomes of it from `from` on. */
  #stream(vantage: Vantage, from: number): void {
    const { manner, random } = this.#around;
    const stream = this.#openStream(vantage);
    const first = this.agent.log[from] as Version;
    const beginsWithTask =
      vantage.operation === 'SubscribeToTask' ? manner.snapshotFirst : manner.dialect === '1.0' || random.oneIn(2);
    if (beginsWithTask) stream.send(this.#snapshot(this.agent.now, vantage, true));
    else if (from === 0) stream.tell(first);
    for (const version of this.agent.log.slice(from + 1)) stream.tell(version);
    const { state } = this.agent.now;
    if (isTerminal(state)) stream.close();
    else if (isInterrupted(state) && manner.closesAtInterrupt && random.oneIn(2)) stream.close();
  }
}

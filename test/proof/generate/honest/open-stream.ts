import type { Observation, Vantage } from '../../../../src/protocol/observation.ts';
import { isInterrupted, isTerminal } from '../../../../src/protocol/task-state.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Version } from './honest-agent.ts';
import type { Manner } from './manner.ts';
import { asWritten, snapshotOf, TASK_ID } from './view.ts';

interface Surroundings {
  readonly manner: Manner;
  readonly random: Random;
  readonly agenda: Agenda;
  readonly contextId: string;
  readonly delay: () => number;
  readonly receive: (seen: Observation) => void;
}

/** A stream of one task. Its frames arrive in order, each after any delay; it closes when the task has ended. */
export class OpenStream {
  readonly #vantage: Vantage;
  readonly #around: Surroundings;
  #arrival = 0;
  /** Something of the task was written, behind the answer that opened it. */
  #frames = 0;
  /** The agent has written its last frame. */
  #written = false;
  /** The caller has left, or the connection is broken: nothing arrives any more. */
  #left = false;

  constructor(vantage: Vantage, around: Surroundings) {
    this.#vantage = vantage;
    this.#around = around;
  }

  /** An event is written. */
  tell(version: Version): void {
    const { manner, random, contextId } = this.#around;
    const { event, state, timestamp, message } = version;
    const ids = { taskId: TASK_ID, contextId: manner.dialect === '1.0' || random.oneIn(2) ? contextId : undefined };
    if (event.kind === 'status') {
      this.send({ kind: 'status', ...ids, state, timestamp, message, final: event.final });
    } else {
      const { artifactId, append, lastChunk } = event;
      const parts = event.parts.map((part) => asWritten(part, manner, random));
      this.send({ kind: 'artifact', ...ids, artifact: { artifactId, parts }, append, lastChunk });
    }
    if (event.kind !== 'status') return;
    if (isTerminal(state)) {
      if (manner.finalSnapshot) {
        const shown = { bare: false, historyLength: undefined };
        this.send({ kind: 'task', task: snapshotOf(version, contextId, manner, random, shown) });
      }
      this.close();
    } else if (isInterrupted(state) && manner.closesAtInterrupt) this.close();
  }

  get hasBegun(): boolean {
    return this.#frames > 1;
  }

  send(facts: object): void {
    if (this.#written) return;
    this.#frames++;
    const { agenda, random, delay, receive } = this.#around;
    this.#arrival = Math.max(this.#arrival, agenda.now + delay());
    const received = this.#arrival;
    agenda.at(received, () => {
      if (this.#left) return;
      receive({ ...facts, vantage: this.#vantage, received: agenda.now } as Observation);
      if (random.oneIn(60)) this.#break();
    });
  }

  close(): void {
    this.send({ kind: 'close', by: 'peer' });
    this.#written = true;
  }

  /** The caller closes it. */
  leave(): void {
    this.#end('caller');
  }

  #break(): void {
    this.#end('broken');
  }

  #end(by: 'caller' | 'broken'): void {
    if (this.#left || this.#arrivedWhole) return;
    this.#left = true;
    const { agenda, receive } = this.#around;
    receive({ kind: 'close', by, vantage: this.#vantage, received: agenda.now });
  }

  get #arrivedWhole(): boolean {
    return this.#written && this.#arrival <= this.#around.agenda.now;
  }
}

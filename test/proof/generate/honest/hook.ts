import type { Observation, PushConfig, RequestFacts, Vantage } from '../../../../src/protocol/observation.ts';
import type { Operation } from '../../../../src/protocol/operation.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Front } from './front.ts';
import type { Manner } from './manner.ts';
import { TASK_ID } from './view.ts';

interface Surroundings {
  readonly manner: Manner;
  readonly random: Random;
  readonly agenda: Agenda;
  readonly front: Front;
  readonly ask: (operation: Operation, request: RequestFacts) => Vantage;
  readonly delivery: (request: RequestFacts) => Vantage;
  /** A call reaches the agent, unless something goes wrong. */
  readonly reach: (vantage: Vantage, serve: () => void) => void;
  readonly delay: () => number;
  readonly receive: (seen: Observation) => void;
}

/**
 * The web-hooks of one caller. A registration is kept until it is deleted or the task has ended; deliveries come late,
 * twice, in any order, or never.
 */
export class Hook {
  readonly #around: Surroundings;
  readonly #kept: PushConfig[] = [];
  /** All that were ever registered: they may be deleted again and again. */
  readonly #known: PushConfig[] = [];
  #registrations = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Does one thing with a web-hook. */
  use(): void {
    const { random } = this.#around;
    if (this.#registrations === 0 || random.oneIn(3)) return this.#register();
    if (random.oneIn(3)) return this.#delete();
    this.#list();
  }

  #register(): void {
    const { manner, agenda, front, ask, random } = this.#around;
    const place = ++this.#registrations;
    const url = `https://hook.example/${place}`;
    const request = { taskId: TASK_ID, pushUrl: url, ...(random.oneIn(2) ? { configId: `ours-${place}` } : {}) };
    const vantage = ask('CreateTaskPushNotificationConfig', request);
    this.#around.reach(vantage, () => {
      if (!manner.pushes) return front.refuse(vantage, 'PushNotificationNotSupported');
      if (front.isPurged(agenda.now)) return front.refuse(vantage, 'TaskNotFound');
      const config = { id: request.configId ?? `theirs-${place}`, taskId: TASK_ID, url };
      // Version 0.2 keeps one; in 0.3 one that isn't named may take the place of another that isn't.
      if (manner.dialect === '0.2') this.#kept.length = 0;
      if (manner.dialect === '0.3' && request.configId === undefined && random.oneIn(2)) this.#forgetUnnamed();
      this.#kept.push(config);
      // Until the answer has come, whatever it takes, the caller doesn't know what to delete.
      agenda.at(agenda.now + 20_000, () => this.#known.push(config));
      this.#answer(vantage, [config]);
      for (let posts = random.below(4); posts > 0; posts--) this.#post(config);
      this.#listen(config);
    });
  }

  #forgetUnnamed(): void {
    const place = this.#kept.findIndex(({ id }) => id?.startsWith('theirs') === true);
    if (place >= 0) this.#kept.splice(place, 1);
  }

  #delete(): void {
    const { front, ask, random, manner } = this.#around;
    const config = this.#known[random.below(this.#known.length)];
    if (config === undefined || config.id === undefined || manner.dialect === '0.2') return;
    const request = { taskId: TASK_ID, configId: config.id };
    const vantage = ask('DeleteTaskPushNotificationConfig', request);
    this.#around.reach(vantage, () => {
      if (front.isPurged(this.#around.agenda.now)) return front.refuse(vantage, 'TaskNotFound');
      const place = this.#kept.indexOf(config);
      if (place >= 0) this.#kept.splice(place, 1);
      this.#answer(vantage, []);
    });
  }

  #list(): void {
    const { front, ask, manner, agenda } = this.#around;
    if (manner.dialect === '0.2') return;
    const vantage = ask('ListTaskPushNotificationConfigs', { taskId: TASK_ID });
    this.#around.reach(vantage, () => {
      if (!manner.pushes) return front.refuse(vantage, 'PushNotificationNotSupported');
      if (front.isPurged(agenda.now)) return front.refuse(vantage, 'TaskNotFound');
      this.#answer(vantage, front.agent.isOver && manner.forgetsHooks ? [] : [...this.#kept]);
    });
  }

  #answer(vantage: Vantage, configs: readonly PushConfig[]): void {
    this.#around.front.answer(vantage, { kind: 'config', configs });
  }

  /** Whoever listens notices that nothing comes. */
  #listen({ url = '' }: PushConfig): void {
    const { agenda, random, delivery, receive } = this.#around;
    agenda.at(agenda.some(random, 60_000), () => {
      const vantage = delivery({ taskId: TASK_ID, pushUrl: url });
      receive({ kind: 'silence', bound: { ms: 15_000, source: 'default' }, vantage, received: agenda.now });
    });
  }

  /** Sometime, the task as it was sometime. */
  #post({ url = '' }: PushConfig): void {
    const { agenda, random, front, delivery, delay, receive } = this.#around;
    agenda.at(agenda.some(random, 20_000), () => {
      const { state, timestamp, message } = random.pick(front.agent.log);
      agenda.at(agenda.now + delay(), () => {
        const vantage = delivery({ taskId: TASK_ID, pushUrl: url });
        const ids = { taskId: TASK_ID, contextId: undefined };
        receive({ kind: 'status', ...ids, state, timestamp, message, final: undefined, vantage, received: agenda.now });
      });
    });
  }
}

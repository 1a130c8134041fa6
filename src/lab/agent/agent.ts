import type { Card } from '../card.ts';
import type { Deliver, Exchange, Handler, Operation, Upstream } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import { isEnded, isWaiting } from '../model.ts';
import { admitMessage } from './admission.ts';
import { cacheable } from './cacheable.ts';
import type { Conventions } from './conventions.ts';
import { extendedCard } from './extended-card.ts';
import { behindGate, type GateOptions } from './gate.ts';
import { pageOf, trimHistory } from './page.ts';
import { PushConfigs } from './push-configs.ts';
import { answerDirectly, createSending, only } from './sending.ts';
import type { OnEvent } from './task-entry.ts';
import { TaskStore } from './task-store.ts';

export interface AgentOptions {
  readonly card: Card;
  /** Length of one step of slow work; other pauses are a quarter of it. */
  readonly stepMs: number;
  readonly conventions: Conventions;
  readonly gate: Omit<GateOptions, 'card'>;
  readonly ledger: Ledger;
  readonly deliver: Deliver;
  /** How many tasks are kept. */
  readonly maxTasks?: number;
}

/** An agent that keeps its word. Everything is in memory; ids come from the system's random source. */
export function createAgent(options: AgentOptions): Upstream {
  const { card, conventions, gate, ledger, deliver, stepMs, maxTasks = 10_000 } = options;
  const configs = new PushConfigs();
  const store = new TaskStore(maxTasks, (taskId) => configs.forget(taskId));

  const onEvent: OnEvent = ({ task }, event) => {
    const { state } = task.status;
    if (event.kind === 'status' && (isEnded(state) || isWaiting(state)))
      ledger.add({ kind: 'run', taskId: task.id, state });
    for (const config of configs.list(task.id)) void deliver({ config, task, event });
  };
  const sending = createSending({ store, onEvent, stepMs, ledger });

  const admit = ({ params }: Exchange) => {
    const message = admitMessage(params, card);
    if (params.push !== undefined) checkPush();
    return message;
  };
  const accept = (exchange: Exchange) => {
    const accepted = sending.accept(admit(exchange), ownerOf(exchange));
    if (exchange.params.push !== undefined) configs.set(accepted.entry.task.id, exchange.params.push);
    return accepted;
  };
  const find = (exchange: Exchange) => store.find(exchange.params.taskId, ownerOf(exchange));
  const checkStreaming = () => {
    if (!card.streaming) throw new Fault('unsupported-operation', 'Streaming is not supported.');
  };
  const checkPush = () => {
    if (!card.pushNotifications) throw new Fault('push-not-supported', 'Push notifications are not supported.');
  };
  /** The id of the task whose push configs are asked for. */
  const pushTask = (exchange: Exchange): string => {
    checkPush();
    return find(exchange).task.id;
  };

  const operations: Readonly<Record<Operation, Handler>> = {
    other: async () => {
      throw new Fault('method-not-found', 'There is no such operation.');
    },
    card: async () => ({ kind: 'card', card, dress: cacheable }),
    'extended-card': async ({ caller }) => {
      if (!card.extendedCard) throw new Fault(conventions.noExtendedCard, 'There is no extended card.');
      return { kind: 'card', card: extendedCard(card, caller) };
    },
    send: async (exchange) => {
      const message = answerDirectly(admit(exchange));
      return message === undefined ? sending.send(exchange, accept(exchange)) : { kind: 'message', message };
    },
    stream: async (exchange) => {
      checkStreaming();
      const message = answerDirectly(admit(exchange));
      if (message !== undefined) return { kind: 'stream', events: only({ kind: 'message', message }) };
      return sending.stream(exchange, accept(exchange));
    },
    get: async (exchange) => ({
      kind: 'task',
      task: trimHistory(find(exchange).task, exchange.params.historyLength),
    }),
    list: async (exchange) => ({ kind: 'page', page: pageOf(store, exchange.params, ownerOf(exchange)) }),
    subscribe: async (exchange) => {
      checkStreaming();
      const entry = find(exchange);
      const { task } = entry;
      if (!isEnded(task.status.state)) return { kind: 'stream', events: entry.subscribe(exchange.signal) };
      if (conventions.subscribeToEnded === 'snapshot') return { kind: 'stream', events: only({ kind: 'task', task }) };
      throw new Fault('unsupported-operation', `Task ${task.id} has ended; there is nothing to subscribe to.`);
    },
    cancel: async (exchange) => {
      const entry = find(exchange);
      const { id, status } = entry.task;
      const again = status.state === 'canceled' && conventions.cancelTwice === 'task';
      if (isEnded(status.state) && !again) throw new Fault('task-not-cancelable', `Task not cancelable: ${id}`);
      entry.stopRun();
      entry.setState('canceled');
      return { kind: 'task', task: entry.task };
    },
    'push-set': async (exchange) => {
      const taskId = pushTask(exchange);
      const { push } = exchange.params;
      if (push === undefined) throw new Fault('invalid-params', 'A push notification config with a url is required.');
      return { kind: 'push', config: configs.set(taskId, push) };
    },
    'push-get': async (exchange) => ({
      kind: 'push',
      config: configs.get(pushTask(exchange), exchange.params.configId),
    }),
    'push-list': async (exchange) => ({ kind: 'pushes', configs: configs.list(pushTask(exchange)) }),
    'push-delete': async (exchange) => {
      configs.delete(pushTask(exchange), exchange.params.configId);
      return { kind: 'done' };
    },
  };

  return {
    handle: behindGate({ ...gate, card }, async (exchange) => operations[exchange.operation](exchange)),
    close: async () => store.stop(),
  };
}

/** Tenants and callers are strangers to each other. */
function ownerOf({ params, caller = '' }: Exchange): string {
  return `${params.tenant ?? ''}/${caller}`;
}

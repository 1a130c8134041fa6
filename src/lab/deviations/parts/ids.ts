import type { Behaviour } from '../../deviation.ts';
import type { Exchange, Params, Reply } from '../../exchange.ts';
import type { Message, PushConfig, StreamEvent, Task } from '../../model.ts';
import { inAnswer } from './tasks.ts';

/** Two ways to write an id: what callers see, and what the agent knows. */
export interface Naming {
  readonly outward: (id: string) => string;
  readonly inward: (id: string) => string;
}

/** Ids with something before them; an empty one is none and stays so. */
export function behind(prefix: string): Naming {
  return {
    outward: (id) => (id === '' ? id : prefix + id),
    inward: (id) => (id.startsWith(prefix) ? id.slice(prefix.length) : id),
  };
}

/** Shows tasks and contexts under other ids, wherever they are named. */
export function renamed({ outward, inward }: Naming): Behaviour {
  const optional = (id: string | undefined, name: (id: string) => string) => (id === undefined ? undefined : name(id));

  const message = (each: Message, name: (id: string) => string): Message => ({
    ...each,
    taskId: optional(each.taskId, name),
    contextId: optional(each.contextId, name),
  });
  const task = (each: Task): Task => ({
    ...each,
    id: outward(each.id),
    contextId: outward(each.contextId),
    status: each.status.message ? { ...each.status, message: message(each.status.message, outward) } : each.status,
    history: each.history?.map((one) => message(one, outward)),
  });
  const config = (each: PushConfig): PushConfig => ({ ...each, taskId: outward(each.taskId) });
  const event = (each: StreamEvent): StreamEvent => {
    if (each.kind === 'task') return { ...each, task: task(each.task) };
    if (each.kind === 'message') return { ...each, message: message(each.message, outward) };
    if (each.kind === 'other') return each;
    const ids = { taskId: outward(each.taskId), contextId: outward(each.contextId) };
    if (each.kind === 'artifact' || each.status.message === undefined) return { ...each, ...ids };
    return { ...each, ...ids, status: { ...each.status, message: message(each.status.message, outward) } };
  };
  async function* events(all: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
    for await (const each of all) yield event(each);
  }

  const asked = (params: Params): Params => ({
    ...params,
    taskId: optional(params.taskId, inward),
    contextId: optional(params.contextId, inward),
    message: params.message && message(params.message, inward),
    push: params.push && { ...params.push, taskId: inward(params.push.taskId) },
  });
  const told = (reply: Reply): Reply => {
    if (reply.kind === 'message') return { ...reply, message: message(reply.message, outward) };
    if (reply.kind === 'stream') return { ...reply, events: events(reply.events) };
    if (reply.kind === 'push') return { ...reply, config: config(reply.config) };
    if (reply.kind === 'pushes') return { ...reply, configs: reply.configs.map(config) };
    return inAnswer(reply, task);
  };
  return {
    exchange: async (exchange: Exchange, next) => told(await next({ ...exchange, params: asked(exchange.params) })),
    push: (delivery, next) =>
      next({
        ...delivery,
        config: config(delivery.config),
        task: task(delivery.task),
        event: event(delivery.event),
      }),
  };
}

import type { Behaviour } from './deviation.ts';
import { TaskMemory } from './deviations/parts/task-memory.ts';
import type { Exchange, Reply } from './exchange.ts';
import type { StreamEvent } from './model.ts';

/**
 * The behaviour for a share of the tasks only. A task has it whole or not at all; what belongs to no task, such as
 * the card, has it each time anew.
 */
export function sometimes(behaviour: Behaviour, probability: number, random: () => number): Behaviour {
  if (probability >= 1) return behaviour;
  const chosen = new TaskMemory<boolean>();
  const choose = () => random() < probability;
  const { exchange: change, push } = behaviour;

  return {
    ...(change && {
      exchange: async (exchange, next) => {
        const taskId = exchange.params.taskId ?? exchange.params.message?.taskId;
        const deviates = (taskId === undefined ? undefined : chosen.get(taskId)) ?? choose();
        if (taskId !== undefined) chosen.set(taskId, deviates);
        const remember = (id: string) => chosen.get(id) === undefined && chosen.set(id, deviates);
        const watched = async (each: Exchange): Promise<Reply> => noteTask(await next(each), remember);
        return deviates ? change(exchange, watched) : watched(exchange);
      },
    }),
    ...(push && {
      push: (delivery, next) => (chosen.get(delivery.task.id) ? push(delivery, next) : next(delivery)),
    }),
  };
}

/** The reply, telling the id of the task in it as soon as it is known. */
function noteTask(reply: Reply, note: (taskId: string) => void): Reply {
  if (reply.kind === 'task') note(reply.task.id);
  return reply.kind === 'stream' ? { ...reply, events: noteFirst(reply.events, note) } : reply;
}

async function* noteFirst(
  events: AsyncIterable<StreamEvent>,
  note: (taskId: string) => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    if (event.kind === 'task') note(event.task.id);
    yield event;
  }
}

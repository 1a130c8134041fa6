import { defineDeviation } from '../../deviation.ts';
import type { Exchange, Middleware } from '../../exchange.ts';
import type { StreamEvent } from '../../model.ts';
import { renamed } from '../parts/ids.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const reusesTaskId = defineDeviation({
  name: 'reuses-task-id',
  title: 'gives all tasks of a conversation the id of the first one',
  shows: 'a caller who reads its first task again finds the second one in its place',
  rules: ['task/id-reused'],
  create: () => {
    const firstOf = new TaskMemory<string>();
    const shownAs = new TaskMemory<string>();
    const newest = new TaskMemory<string>();
    const begun = (taskId: string, contextId: string): void => {
      const first = firstOf.get(contextId) ?? taskId;
      firstOf.set(contextId, first);
      shownAs.set(taskId, first);
      newest.set(first, taskId);
    };
    const names = renamed({ outward: (id) => shownAs.get(id) ?? id, inward: (id) => newest.get(id) ?? id });
    const noting: Middleware = async (exchange, next) => {
      const reply = await next(exchange);
      if (!beginsTask(exchange)) return reply;
      if (reply.kind === 'task') begun(reply.task.id, reply.task.contextId);
      return reply.kind === 'stream' ? { ...reply, events: noted(reply.events, begun) } : reply;
    };
    const { exchange: asShown = noting } = names;
    return { ...names, exchange: (exchange, next) => asShown(exchange, (each) => noting(each, next)) };
  },
});

function beginsTask({ operation, params }: Exchange): boolean {
  return (operation === 'send' || operation === 'stream') && params.message?.taskId === undefined;
}

async function* noted(
  events: AsyncIterable<StreamEvent>,
  begun: (taskId: string, contextId: string) => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    if (event.kind === 'task') begun(event.task.id, event.task.contextId);
    yield event;
  }
}

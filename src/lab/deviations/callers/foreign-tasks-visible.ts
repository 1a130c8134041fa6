import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import { Fault } from '../../fault.ts';
import { onCard } from '../parts/cards.ts';
import { stacked } from '../parts/operations.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const foreignTasksVisible = defineDeviation({
  name: 'foreign-tasks-visible',
  title: 'asks callers for a token, and shows each of them the tasks of all',
  shows: 'a stranger who learns the id of a task can read, cancel and redirect it',
  rules: ['auth/foreign-task-visible'],
  create: () => {
    const owners = new TaskMemory<string>();
    const taskOf = ({ params }: Exchange) => params.taskId ?? params.message?.taskId;
    return {
      exchange: stacked(
        onCard((card) => ({ ...card, bearer: true })),
        async (exchange, next) => {
          if (exchange.operation === 'card') return next(exchange);
          const { authorization } = exchange.headers;
          if (authorization === undefined) {
            const headers = { 'www-authenticate': 'Bearer' };
            throw new Fault('unauthenticated', 'A bearer token is required.', { headers });
          }
          const taskId = taskOf(exchange);
          const owner = (taskId === undefined ? undefined : owners.get(taskId)) ?? authorization;
          const reply = await next({ ...exchange, headers: { ...exchange.headers, authorization: owner } });
          if (taskId !== undefined) return reply;
          const keep = (id: string) => owners.set(id, authorization);
          if (reply.kind === 'task') keep(reply.task.id);
          return reply.kind === 'stream' ? { ...reply, events: noting(reply.events, keep) } : reply;
        },
      ),
    };
  },
});

async function* noting<T extends { readonly kind: string }>(events: AsyncIterable<T>, note: (id: string) => void) {
  for await (const event of events) {
    const { task } = event as { readonly task?: { readonly id: string } };
    if (task !== undefined) note(task.id);
    yield event;
  }
}

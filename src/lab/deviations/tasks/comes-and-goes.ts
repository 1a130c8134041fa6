import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { on } from '../parts/operations.ts';
import { createCounter } from '../parts/task-memory.ts';

export const comesAndGoes = defineDeviation({
  name: 'comes-and-goes',
  title: 'says at every second read that there is no such task',
  shows: 'a caller that believes one read gives up a task that runs',
  rules: ['settle/vanishes', 'task/lost'],
  create: () => {
    const count = createCounter();
    return {
      exchange: on(['get'], async (exchange, next) => {
        const { taskId = '' } = exchange.params;
        const reply = await next(exchange);
        if (reply.kind !== 'task' || count(taskId) % 2 === 1) return reply;
        throw new Fault('task-not-found', `Task not found: ${taskId}`);
      }),
    };
  },
});

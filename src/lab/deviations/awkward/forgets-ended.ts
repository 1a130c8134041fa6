import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { isEnded } from '../../model.ts';
import { createCounter } from '../parts/task-memory.ts';

export const forgetsEnded = defineDeviation({
  name: 'forgets-ended',
  title: 'forgets a task once its end has been read, as agents may',
  shows: 'a caller that reads twice to be sure takes a finished task for one that never was',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: { reads: { title: 'reads of the end that are answered', value: 1 } },
  create: ({ knobs }) => {
    const count = createCounter();
    return {
      exchange: async (exchange, next) => {
        const reply = await next(exchange);
        if (exchange.operation !== 'get' || reply.kind !== 'task' || !isEnded(reply.task.status.state)) return reply;
        if (count(reply.task.id) <= knobs.reads) return reply;
        throw new Fault('task-not-found', `Task not found: ${reply.task.id}`);
      },
    };
  },
});

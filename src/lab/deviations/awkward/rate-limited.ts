import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import { createCounter } from '../parts/task-memory.ts';

export const rateLimited = defineDeviation({
  name: 'rate-limited',
  title: 'turns away some reads with 429 and says when to come back',
  shows: 'a caller that takes a refused read for the end of the task gives it up, one that hammers on is shut out',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  knobs: {
    every: { title: 'reads of a task of which one is turned away', value: 2 },
    seconds: { title: 'seconds to wait, as told', value: 1 },
  },
  create: ({ knobs }) => {
    const count = createCounter();
    return {
      exchange: async (exchange, next) => {
        const { taskId = '' } = exchange.params;
        if (exchange.operation !== 'get' || count(taskId) % Math.max(2, knobs.every) !== 0) return next(exchange);
        const headers = { 'retry-after': String(Math.ceil(knobs.seconds)) };
        throw new Fault('rate-limited', 'Too many requests.', { headers });
      },
    };
  },
});

import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const resumeForks = defineDeviation({
  name: 'resume-forks',
  title: 'makes a new task of the answer to a question',
  shows: 'the task that was answered waits for ever, and another runs that nobody asked for',
  rules: ['resume/new-task'],
  create: () => ({
    exchange: on(['send', 'stream'], (exchange, next) => {
      const { message } = exchange.params;
      if (message?.taskId === undefined) return next(exchange);
      return next({ ...exchange, params: { ...exchange.params, message: { ...message, taskId: undefined } } });
    }),
  }),
});

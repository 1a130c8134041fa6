import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const contextReplaced = defineDeviation({
  name: 'context-replaced',
  title: 'begins a context of its own, whichever the message names',
  shows: 'a conversation falls into pieces that know nothing of each other',
  rules: ['task/context-replaced'],
  create: () => ({
    exchange: on(['send', 'stream'], (exchange, next) => {
      const { message } = exchange.params;
      if (message === undefined || message.taskId !== undefined) return next(exchange);
      return next({ ...exchange, params: { ...exchange.params, message: { ...message, contextId: undefined } } });
    }),
  }),
});

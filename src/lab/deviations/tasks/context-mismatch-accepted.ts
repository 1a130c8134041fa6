import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const contextMismatchAccepted = defineDeviation({
  name: 'context-mismatch-accepted',
  title: 'takes a message that names a task and the context of another',
  shows: 'a caller that mixed up two conversations is not told',
  rules: ['task/context-mismatch-accepted'],
  create: () => ({
    exchange: on(['send', 'stream'], (exchange, next) => {
      const { message } = exchange.params;
      if (message?.taskId === undefined || message.contextId === undefined) return next(exchange);
      return next({ ...exchange, params: { ...exchange.params, message: { ...message, contextId: undefined } } });
    }),
  }),
});

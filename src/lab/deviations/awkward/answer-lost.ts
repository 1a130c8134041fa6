import { defineDeviation } from '../../deviation.ts';

export const answerLost = defineDeviation({
  name: 'answer-lost',
  title: 'takes a first message in, starts the work, and drops the connection without an answer',
  shows: 'a caller that sends the message again has two tasks, and knows one',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: async (exchange, next) => {
      const { message, blocking } = exchange.params;
      if (exchange.operation !== 'send' || message?.taskId !== undefined) return next(exchange);
      await next(blocking === false ? exchange : { ...exchange, params: { ...exchange.params, blocking: false } });
      return { kind: 'drop' };
    },
  }),
});

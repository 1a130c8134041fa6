import { defineDeviation } from '../../deviation.ts';
import { dressed } from '../../http-message.ts';

export const errorStatusWrong = defineDeviation({
  name: 'error-status-wrong',
  title: 'answers refusals with the HTTP status 501',
  shows: 'a retry rule that goes by the status tries for ever what can never work',
  rules: ['error/http-status'],
  gravity: 'warning',
  bindings: ['HTTP+JSON'],
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.kind !== 'fault' || exchange.operation === 'card') return reply;
      return { ...reply, dress: dressed(reply.dress, (answer) => ({ ...answer, status: 501 })) };
    },
  }),
});

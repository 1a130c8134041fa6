import { defineDeviation } from '../../deviation.ts';
import { dressed } from '../../http-message.ts';

export const answersCreated = defineDeviation({
  name: 'answers-created',
  title: 'answers a message with 201, as agents of 0.3 do',
  shows: 'a caller that takes nothing but 200 calls its task an error',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  dialects: ['0.3'],
  bindings: ['HTTP+JSON'],
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.operation !== 'send' || reply.kind === 'fault') return reply;
      return { ...reply, dress: dressed(reply.dress, (answer) => ({ ...answer, status: 201 })) };
    },
  }),
});

import { defineDeviation } from '../../deviation.ts';
import { dressed } from '../../http-message.ts';
import { asObject } from '../../wire/json.ts';

export const errorInSuccess = defineDeviation({
  name: 'error-in-success',
  title: 'hides its refusals in answers that look like successes',
  shows: 'a caller that checks for errors in their place finds none and goes on with nothing',
  rules: ['stream/error-in-success', 'error/unreadable-answer'],
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      if (reply.kind !== 'fault' || exchange.operation === 'card' || exchange.operation === 'other') return reply;
      const dress = dressed(reply.dress, (answer) => {
        const json = asObject(JSON.parse(answer.body)) ?? {};
        if (exchange.binding === 'HTTP+JSON') return { ...answer, status: 200 };
        const { error, ...envelope } = json;
        return { ...answer, status: 200, body: JSON.stringify({ ...envelope, result: { error } }) };
      });
      return { ...reply, dress };
    },
  }),
});

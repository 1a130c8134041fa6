import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';

export const subscribeNotWired = defineDeviation({
  name: 'subscribe-not-wired',
  title: "streams a message's task, but knows no way to come back to it",
  shows: "a caller whose stream broke can't attach again",
  rules: ['stream/subscribe-unsupported'],
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation !== 'subscribe') return next(exchange);
      throw new Fault('method-not-found', 'Method not found.');
    },
  }),
});

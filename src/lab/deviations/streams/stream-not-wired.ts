import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';

export const streamNotWired = defineDeviation({
  name: 'stream-not-wired',
  title: 'declares streaming and refuses every stream',
  shows: "a caller without a way back to polling can't use the agent at all",
  rules: ['stream/refused'],
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation !== 'stream' && exchange.operation !== 'subscribe') return next(exchange);
      throw new Fault('unsupported-operation', 'Streaming is not supported.');
    },
  }),
});

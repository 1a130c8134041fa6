import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';

const cardPath = '/.well-known/agent.json';

export const cardAtOldPlace = defineDeviation({
  name: 'card-at-old-place',
  title: 'has its card where 0.2 had it and nowhere else',
  shows: 'a caller that looks where its version says finds no agent',
  rules: ['card/legacy-path'],
  gravity: 'warning',
  dialects: ['0.3', '1.0'],
  cardPath,
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation === 'card') throw new Fault('nothing-there', 'There is nothing here.');
      const { method, path } = exchange.request;
      if (method !== 'GET' || path !== cardPath) return next(exchange);
      return next({ ...exchange, operation: 'card', refusal: undefined });
    },
  }),
});

import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';

const cardPath = '/vendor/agents/one/agent-card.json';

export const cardElsewhere = defineDeviation({
  name: 'card-elsewhere',
  title: `has its card at ${cardPath} and none at the well-known place`,
  shows: 'a caller that only looks in one place finds no agent',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
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

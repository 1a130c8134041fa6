import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';

export const noList = defineDeviation({
  name: 'no-list',
  title: 'keeps no list of tasks that could be asked for',
  shows: 'a caller that lost an id has no way to find its task again',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  dialects: ['1.0'],
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation !== 'list') return next(exchange);
      throw new Fault('unsupported-operation', 'Tasks are not listed here.');
    },
  }),
});

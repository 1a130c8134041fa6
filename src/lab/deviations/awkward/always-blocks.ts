import { defineDeviation } from '../../deviation.ts';

export const alwaysBlocks = defineDeviation({
  name: 'always-blocks',
  title: 'answers a send when the work is done, although it was asked not to wait, as 0.x allows',
  shows: 'a caller that counted on an id at once has none to cancel by',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  dialects: ['0.2', '0.3'],
  create: () => ({
    exchange: (exchange, next) => {
      if (exchange.operation !== 'send') return next(exchange);
      return next({ ...exchange, params: { ...exchange.params, blocking: true } });
    },
  }),
});

import { defineDeviation } from '../../deviation.ts';

export const blockingIgnored = defineDeviation({
  name: 'blocking-ignored',
  title: 'answers a send that should wait while the task still works',
  shows: 'a caller that asked to wait takes the first state for the last',
  rules: ['task/blocking-returns-early'],
  create: () => ({
    exchange: (exchange, next) => {
      if (exchange.operation !== 'send') return next(exchange);
      return next({ ...exchange, params: { ...exchange.params, blocking: false } });
    },
  }),
});

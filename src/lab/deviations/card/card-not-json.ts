import { defineDeviation } from '../../deviation.ts';

export const cardNotJson = defineDeviation({
  name: 'card-not-json',
  title: 'serves a page in the place of its card',
  shows: 'the agent is there, but nobody can learn how to talk to it',
  rules: ['card/not-json'],
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation !== 'card') return next(exchange);
      return { kind: 'raw', status: 200, type: 'text/html', body: '<!doctype html><title>Welcome</title>' };
    },
  }),
});

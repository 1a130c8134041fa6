import { defineDeviation } from '../../deviation.ts';

export const streamNotSse = defineDeviation({
  name: 'stream-not-sse',
  title: 'answers a stream with a page that is no event stream',
  shows: 'a caller that reads events finds none and no error either',
  rules: ['stream/not-sse'],
  create: () => ({
    exchange: async (exchange, next) => {
      if (exchange.operation !== 'stream' && exchange.operation !== 'subscribe') return next(exchange);
      return { kind: 'raw', status: 200, type: 'text/html', body: '<!doctype html><title>Welcome</title>' };
    },
  }),
});

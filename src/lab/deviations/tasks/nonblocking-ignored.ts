import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const nonblockingIgnored = defineDeviation({
  name: 'nonblocking-ignored',
  title: 'answers a send only when the work is done, although it was asked to answer at once',
  shows: 'a caller that counted on an id at once has none to watch or cancel by',
  rules: ['task/nonblocking-blocks'],
  dialects: ['1.0'],
  create: () => ({
    exchange: on(['send'], (exchange, next) => next({ ...exchange, params: { ...exchange.params, blocking: true } })),
  }),
});

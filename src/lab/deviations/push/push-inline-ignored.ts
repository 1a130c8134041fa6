import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const pushInlineIgnored = defineDeviation({
  name: 'push-inline-ignored',
  title: 'drops the push config that comes with a first message',
  shows: 'a caller that asked to be called with its message never is',
  rules: ['push/inline-ignored', 'push/never-delivered'],
  create: () => ({
    exchange: on(['send', 'stream'], (exchange, next) => {
      const { params } = exchange;
      return next(params.push === undefined ? exchange : { ...exchange, params: { ...params, push: undefined } });
    }),
  }),
});

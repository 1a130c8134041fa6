import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const listInOnePage = defineDeviation({
  name: 'list-in-one-page',
  title: 'lists everything on one page, whatever size was asked for',
  shows: 'a caller that has room for a few tasks is sent all that there ever were',
  rules: ['list/page-size'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: on(['list'], (exchange, next) => next({ ...exchange, params: { ...exchange.params, pageSize: 100 } })),
  }),
});

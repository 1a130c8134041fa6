import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const listGoesRound = defineDeviation({
  name: 'list-goes-round',
  title: 'names a next page where there is one, and shows the first one for it',
  shows: 'a caller with more than one page of tasks reads for ever, and never sees the others',
  rules: ['list/endless-pages', 'list/page-token'],
  dialects: ['1.0'],
  create: () => ({
    exchange: on(['list'], (exchange, next) =>
      next({ ...exchange, params: { ...exchange.params, pageToken: undefined } }),
    ),
  }),
});

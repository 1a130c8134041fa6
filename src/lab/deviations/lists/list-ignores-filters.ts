import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const listIgnoresFilters = defineDeviation({
  name: 'list-ignores-filters',
  title: 'lists everything, whatever context or state was asked for',
  shows: 'a caller takes the tasks of other conversations for its own',
  rules: ['list/filter-ignored'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: on(['list'], (exchange, next) => {
      const { params } = exchange;
      return next({
        ...exchange,
        params: { ...params, contextId: undefined, state: undefined, updatedAfter: undefined },
      });
    }),
  }),
});

import { defineDeviation } from '../../deviation.ts';
import { on, stacked } from '../parts/operations.ts';
import { onPages } from '../parts/pages.ts';

export const listNeverEnds = defineDeviation({
  name: 'list-never-ends',
  title: 'has the same page behind every page of its list',
  shows: 'a caller that reads to the last page reads for ever',
  rules: ['list/endless-pages', 'list/page-token'],
  dialects: ['1.0'],
  create: () => ({
    exchange: stacked(
      onPages((page) => ({ ...page, nextPageToken: 'next' })),
      on(['list'], (exchange, next) => next({ ...exchange, params: { ...exchange.params, pageToken: undefined } })),
    ),
  }),
});

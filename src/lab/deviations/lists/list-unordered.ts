import { defineDeviation } from '../../deviation.ts';
import { onPages } from '../parts/pages.ts';

export const listUnordered = defineDeviation({
  name: 'list-unordered',
  title: 'lists the oldest task first',
  shows: 'a caller that looks at the first page for news finds none',
  rules: ['list/order'],
  dialects: ['1.0'],
  create: () => ({ exchange: onPages((page) => ({ ...page, tasks: page.tasks.toReversed() })) }),
});

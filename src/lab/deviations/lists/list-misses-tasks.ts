import { defineDeviation } from '../../deviation.ts';
import { onPages } from '../parts/pages.ts';

export const listMissesTasks = defineDeviation({
  name: 'list-misses-tasks',
  title: 'lists no task at all',
  shows: 'a caller that lost an id does not find its task again, and begins another',
  rules: ['list/missing-created'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: onPages((page) => ({ ...page, tasks: [], nextPageToken: '', totalSize: 0 })),
  }),
});

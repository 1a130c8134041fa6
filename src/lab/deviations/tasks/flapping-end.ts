import { defineDeviation } from '../../deviation.ts';
import { onEndedReads, withStatus } from '../parts/reads.ts';

export const flappingEnd = defineDeviation({
  name: 'flapping-end',
  title: 'shows an ended task as working at every second read',
  shows: 'whoever polls sees the end come and go',
  rules: ['settle/flips', 'task/backward', 'task/stale-read'],
  create: () => ({
    exchange: onEndedReads((task, read) => (read % 2 === 0 ? withStatus(task, { state: 'working' }) : task)),
  }),
});

import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const noTaskFirst = defineDeviation({
  name: 'no-task-first',
  title: 'starts streams without the task',
  shows: 'a caller that takes the first event for the task has none',
  rules: ['stream/no-task-first', 'stream/subscribe-no-snapshot'],
  dialects: ['1.0'],
  create: () => ({ exchange: onEachEvent((event) => (event.kind === 'task' ? [] : event)) }),
});

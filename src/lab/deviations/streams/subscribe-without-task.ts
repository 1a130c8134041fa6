import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';
import { onEachEvent } from '../parts/streams.ts';

export const subscribeWithoutTask = defineDeviation({
  name: 'subscribe-without-task',
  title: 'begins a subscription in the middle, without the task',
  shows: 'a caller that came back has the rest and never what it missed',
  rules: ['stream/subscribe-no-snapshot'],
  dialects: ['1.0'],
  create: () => ({
    exchange: on(
      ['subscribe'],
      onEachEvent((event) => (event.kind === 'task' ? [] : event)),
    ),
  }),
});

import { defineDeviation } from '../../deviation.ts';
import { onEachEvent, tellsEnd } from '../parts/streams.ts';

export const endWithheld = defineDeviation({
  name: 'end-withheld',
  title: 'streams everything but the end of the task',
  shows: 'a caller that waits for the end on the stream is never told of it',
  rules: ['stream/no-terminal'],
  create: () => ({ exchange: onEachEvent((event) => (tellsEnd(event) ? [] : event)) }),
});

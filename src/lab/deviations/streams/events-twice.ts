import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const eventsTwice = defineDeviation({
  name: 'events-twice',
  title: 'sends every event of a stream twice',
  shows: 'a caller that appends pieces has each of them twice',
  rules: ['stream/duplicated', 'stream/diverges-from-task'],
  create: () => ({ exchange: onEachEvent((event) => [event, event]) }),
});

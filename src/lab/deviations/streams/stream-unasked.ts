import { defineDeviation } from '../../deviation.ts';
import { on } from '../parts/operations.ts';

export const streamUnasked = defineDeviation({
  name: 'stream-unasked',
  title: 'answers a plain message with an event stream',
  shows: 'a caller that reads one JSON object finds something else',
  rules: ['stream/unasked', 'task/malformed'],
  create: () => ({ exchange: on(['send'], (exchange, next) => next({ ...exchange, operation: 'stream' })) }),
});

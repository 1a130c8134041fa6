import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const finalFlagEarly = defineDeviation({
  name: 'final-flag-early',
  title: 'marks the first state of a stream as its last event, and goes on',
  shows: 'a caller that leaves at the mark, as it should, misses all that matters',
  rules: ['stream/final-flag'],
  gravity: 'warning',
  dialects: ['0.2', '0.3'],
  create: () => ({ exchange: onEachEvent((event) => (event.kind === 'status' ? { ...event, final: true } : event)) }),
});

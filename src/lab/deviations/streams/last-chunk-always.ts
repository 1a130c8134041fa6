import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const lastChunkAlways = defineDeviation({
  name: 'last-chunk-always',
  title: 'marks every piece of an artifact as the last one',
  shows: 'a caller that stops at the last piece has the first one only',
  rules: ['stream/after-last-chunk'],
  gravity: 'warning',
  create: () => ({
    exchange: onEachEvent((event) => (event.kind === 'artifact' ? { ...event, lastChunk: true } : event)),
  }),
});

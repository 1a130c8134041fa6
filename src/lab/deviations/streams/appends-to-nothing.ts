import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const appendsToNothing = defineDeviation({
  name: 'appends-to-nothing',
  title: 'appends every piece, also the first one, to an artifact that there isn’t yet',
  shows: 'a strict caller drops the piece, and with it the whole artifact',
  rules: ['stream/append-unknown'],
  gravity: 'warning',
  create: () => ({
    exchange: onEachEvent((event) => (event.kind === 'artifact' ? { ...event, append: true } : event)),
  }),
});

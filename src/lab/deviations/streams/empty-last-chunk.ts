import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onEachEvent } from '../parts/streams.ts';

export const emptyLastChunk = defineDeviation({
  name: 'empty-last-chunk',
  title: 'closes each artifact with a piece that has no parts',
  shows: 'a caller that needs at least one part, as the protocol says, fails on the last event of good work',
  rules: ['stream/empty-chunk'],
  gravity: 'warning',
  create: () => ({
    exchange: onEachEvent((event): StreamEvent | readonly StreamEvent[] => {
      if (event.kind !== 'artifact' || !event.lastChunk) return event;
      const empty = { ...event, artifact: { ...event.artifact, parts: [] }, append: true };
      return [{ ...event, lastChunk: false }, empty];
    }),
  }),
});

import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onEachEvent } from '../parts/streams.ts';

export const runsMixed = defineDeviation({
  name: 'runs-mixed',
  title: 'streams the pieces of two runs at once under one task',
  shows: 'the result is that of two runs, each piece in a place of its own',
  rules: ['stream/diverges-from-task', 'settle/disputed'],
  create: () => ({
    exchange: onEachEvent((event): StreamEvent | readonly StreamEvent[] => {
      if (event.kind !== 'artifact') return event;
      const { artifact } = event;
      const other = { ...artifact, artifactId: `${artifact.artifactId}-again`, name: 'the other run' };
      return [event, { ...event, artifact: other }];
    }),
  }),
});

import { defineDeviation } from '../../deviation.ts';
import { onEachEvent } from '../parts/streams.ts';

export const artifactEventsDropped = defineDeviation({
  name: 'artifact-events-dropped',
  title: 'streams states but no artifacts',
  shows: 'a caller that lives on the stream has an empty result',
  rules: ['stream/artifact-not-streamed', 'stream/diverges-from-task'],
  create: () => ({ exchange: onEachEvent((event) => (event.kind === 'artifact' ? [] : event)) }),
});

import { defineDeviation } from '../../deviation.ts';
import type { Part, StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const appendsTheWhole = defineDeviation({
  name: 'appends-the-whole',
  title: 'sends the whole artifact again with each piece, and says that it is to be appended',
  shows: 'a caller that does as it is told has the beginning many times over',
  rules: ['stream/cumulative-append', 'stream/diverges-from-task'],
  create: () => ({ exchange: onStreams(grow) }),
});

async function* grow(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const known = new Map<string, readonly Part[]>();
  for await (const event of events) {
    if (event.kind !== 'artifact') {
      yield event;
      continue;
    }
    const { artifactId, parts } = event.artifact;
    const texts = [...(known.get(artifactId) ?? []), ...parts];
    known.set(artifactId, texts);
    const text = texts.map((part) => part.text ?? '').join('');
    const whole = texts.every((part) => part.text !== undefined) ? [{ text, mediaType: 'text/plain' }] : texts;
    yield { ...event, artifact: { ...event.artifact, parts: whole } };
  }
}

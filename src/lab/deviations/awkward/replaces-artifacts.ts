import { defineDeviation } from '../../deviation.ts';
import type { Part, StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const replacesArtifacts = defineDeviation({
  name: 'replaces-artifacts',
  title: 'sends the whole artifact anew with each piece, in the place of the one before',
  shows: 'a caller that appends what it should replace has the beginning many times over',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({ exchange: onStreams(whole) }),
});

async function* whole(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const known = new Map<string, readonly Part[]>();
  for await (const event of events) {
    if (event.kind === 'task') {
      for (const { artifactId, parts } of event.task.artifacts ?? []) known.set(artifactId, parts);
    }
    if (event.kind !== 'artifact') {
      yield event;
      continue;
    }
    const { artifact } = event;
    const before = event.append ? (known.get(artifact.artifactId) ?? []) : [];
    const parts = [...before, ...artifact.parts];
    known.set(artifact.artifactId, parts);
    yield { ...event, append: false, artifact: { ...artifact, parts } };
  }
}

import { defineDeviation } from '../../deviation.ts';
import { type ArtifactEvent, isEnded, isWaiting, type StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const artifactsAtEnd = defineDeviation({
  name: 'artifacts-at-end',
  title: 'streams each artifact in one piece, just before the end',
  shows: 'a caller that shows progress by artifacts has none to show',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({ exchange: onStreams(gather) }),
});

async function* gather(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const held = new Map<string, ArtifactEvent>();
  for await (const event of events) {
    if (event.kind === 'artifact') {
      const { artifactId, parts } = event.artifact;
      const before = event.append ? held.get(artifactId) : undefined;
      const artifact = { ...event.artifact, parts: [...(before?.artifact.parts ?? []), ...parts] };
      // What a snapshot had shown before can only be added to.
      held.set(artifactId, { ...event, artifact, append: before?.append ?? event.append });
      continue;
    }
    if (event.kind === 'status' && (isEnded(event.status.state) || isWaiting(event.status.state))) {
      yield* held.values();
      held.clear();
    }
    yield event;
  }
}

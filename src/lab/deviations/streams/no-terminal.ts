import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams, tellsEnd } from '../parts/streams.ts';

export const noTerminal = defineDeviation({
  name: 'no-terminal',
  title: 'ends every stream at its first artifact while the task goes on',
  shows: 'a caller that takes the end of the stream for the end of the task has a piece of the result',
  rules: ['stream/no-terminal'],
  create: () => ({ exchange: onStreams(untilArtifact) }),
});

async function* untilArtifact(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    if (tellsEnd(event)) return;
    yield event;
    if (event.kind === 'artifact') return;
  }
}

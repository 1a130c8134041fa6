import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams, tellsEnd } from '../parts/streams.ts';

export const artifactAfterEnd = defineDeviation({
  name: 'artifact-after-end',
  title: 'sends the last artifact behind the end of the task',
  shows: 'a caller that stops at the end misses the last piece of the result',
  rules: ['stream/after-terminal'],
  create: () => ({ exchange: onStreams(reorder) }),
});

async function* reorder(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  let held: StreamEvent | undefined;
  for await (const event of events) {
    if (event.kind === 'artifact') {
      if (held !== undefined) yield held;
      held = event;
    } else {
      yield event;
      if (tellsEnd(event) && held !== undefined) yield held;
    }
  }
}

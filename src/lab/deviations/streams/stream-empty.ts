import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const streamEmpty = defineDeviation({
  name: 'stream-empty',
  title: 'opens every stream and closes it at once, while the task is worked on',
  shows: 'a caller that takes the end of the stream for the end of the work has nothing',
  rules: ['stream/silent', 'stream/no-terminal'],
  create: () => ({ exchange: onStreams(nothing) }),
});

async function* nothing(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  // The first event is waited for, so that the work has begun.
  for await (const _event of events) return yield* [];
}

import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const streamHeldBack = defineDeviation({
  name: 'stream-held-back',
  title: 'holds every event of a stream back until the task has ended',
  shows: 'no progress is seen, and no task id, until it is too late to cancel',
  rules: ['stream/buffered', 'stream/silent'],
  create: () => ({ exchange: onStreams(holdBack) }),
});

async function* holdBack(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const held: StreamEvent[] = [];
  for await (const event of events) held.push(event);
  yield* held;
}

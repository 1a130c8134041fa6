import { defineDeviation } from '../../deviation.ts';
import { isWaiting, type StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const closesAtInterrupt = defineDeviation({
  name: 'closes-at-interrupt',
  title: 'closes every stream when it waits for input or a login',
  shows: 'a caller that takes the end of the stream for the end of the task leaves an open question',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({ exchange: onStreams(untilWaiting) }),
});

async function* untilWaiting(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    const waits = event.kind === 'status' && isWaiting(event.status.state);
    yield waits ? { ...event, final: true } : event;
    if (waits) return;
  }
}

import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams, stayOpen, tellsEnd } from '../parts/streams.ts';

export const streamStaysOpen = defineDeviation({
  name: 'stream-stays-open',
  title: 'never closes a stream whose task has ended',
  shows: 'a caller that reads to the end of the stream hangs with the result in its hands',
  rules: ['stream/stays-open'],
  create: () => ({ exchange: onStreams(stay) }),
});

async function* stay(
  events: AsyncIterable<StreamEvent>,
  { signal }: Exchange,
): AsyncGenerator<StreamEvent, void, undefined> {
  let ended = false;
  for await (const event of events) {
    ended ||= tellsEnd(event);
    yield event;
  }
  if (ended) yield* stayOpen(signal);
}

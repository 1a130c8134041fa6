import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams, stayOpen } from '../parts/streams.ts';

export const muteStream = defineDeviation({
  name: 'mute-stream',
  title: 'opens every stream and never sends an event on it',
  shows: 'a caller that waits on the stream waits for ever, while the task is completed by reads',
  rules: ['stream/silent', 'stream/stays-open'],
  create: () => ({ exchange: onStreams(silence) }),
});

async function* silence(
  events: AsyncIterable<StreamEvent>,
  { signal }: Exchange,
): AsyncGenerator<never, void, undefined> {
  for await (const _event of events) {
    // Read on, so that a real agent behind this sees a caller that listens.
  }
  yield* stayOpen(signal);
}

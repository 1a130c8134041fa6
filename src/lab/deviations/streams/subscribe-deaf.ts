import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import type { StreamEvent } from '../../model.ts';
import { on } from '../parts/operations.ts';
import { onStreams, stayOpen } from '../parts/streams.ts';

export const subscribeDeaf = defineDeviation({
  name: 'subscribe-deaf',
  title: 'begins a subscription with the task and then never hears of it again, as the wrong replica does',
  shows: 'a caller that came back waits for ever, while the task is completed by reads',
  rules: ['stream/silent', 'stream/stays-open'],
  create: () => ({ exchange: on(['subscribe'], onStreams(first)) }),
});

async function* first(
  events: AsyncIterable<StreamEvent>,
  { signal }: Exchange,
): AsyncGenerator<StreamEvent, void, undefined> {
  let seen = false;
  for await (const event of events) {
    if (!seen) yield event;
    seen = true;
  }
  yield* stayOpen(signal);
}

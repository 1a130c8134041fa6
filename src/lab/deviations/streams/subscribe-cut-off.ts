import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { on } from '../parts/operations.ts';
import { onStreams } from '../parts/streams.ts';

export const subscribeCutOff = defineDeviation({
  name: 'subscribe-cut-off',
  title: 'ends every subscription behind the task that it begins with',
  shows: 'a caller that came back for the rest hears nothing of it',
  rules: ['stream/no-terminal'],
  create: () => ({ exchange: on(['subscribe'], onStreams(first)) }),
});

async function* first(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    yield event;
    return;
  }
}

import { defineDeviation } from '../../deviation.ts';
import type { Exchange } from '../../exchange.ts';
import { isWaiting, type StreamEvent } from '../../model.ts';
import { onStreams, stayOpen } from '../parts/streams.ts';

export const interruptHidden = defineDeviation({
  name: 'interrupt-hidden',
  title: 'never tells on a stream that it waits for its caller, and keeps the stream open',
  shows: 'agent and caller wait for each other',
  rules: ['stream/silent'],
  create: () => ({ exchange: onStreams(hide) }),
});

async function* hide(
  events: AsyncIterable<StreamEvent>,
  { signal }: Exchange,
): AsyncGenerator<StreamEvent, void, undefined> {
  let hidden = false;
  for await (const event of events) {
    const waits = event.kind === 'status' && isWaiting(event.status.state);
    hidden = waits || (hidden && event.kind !== 'status');
    if (event.kind === 'task' && isWaiting(event.task.status.state)) {
      hidden = true;
      yield {
        ...event,
        task: { ...event.task, status: { ...event.task.status, state: 'working', message: undefined } },
      };
    } else if (!waits) yield event;
  }
  if (hidden) yield* stayOpen(signal);
}

import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { on } from '../parts/operations.ts';
import { onStreams } from '../parts/streams.ts';

export const streamsDiffer = defineDeviation({
  name: 'streams-differ',
  title: 'shares the events of a task out among those who listen, so that nobody gets all',
  shows: 'what one of two listeners has is a part of the result',
  rules: ['stream/fan-out-diverges', 'stream/diverges-from-task'],
  create: () => {
    let even = false;
    return {
      exchange: on(
        ['subscribe'],
        onStreams((events) => {
          even = !even;
          return everySecond(events, even ? 0 : 1);
        }),
      ),
    };
  },
});

async function* everySecond(
  events: AsyncIterable<StreamEvent>,
  kept: number,
): AsyncGenerator<StreamEvent, void, undefined> {
  let count = 0;
  for await (const event of events) {
    if (event.kind !== 'artifact' || count++ % 2 === kept) yield event;
  }
}

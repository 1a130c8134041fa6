import { defineDeviation } from '../../deviation.ts';
import type { Artifact, StreamEvent } from '../../model.ts';
import { on } from '../parts/operations.ts';
import { onStreams } from '../parts/streams.ts';

export const streamsDiffer = defineDeviation({
  name: 'streams-differ',
  title: 'shares the events of a task out among those who listen, so that nobody gets all',
  shows: 'what one of two listeners has is a part of the result',
  rules: ['stream/artifact-not-streamed', 'stream/fan-out-diverges'],
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
  for await (const event of events) {
    if (event.kind !== 'artifact' || shareOf(event.artifact) === kept) yield event;
  }
}

/** Whose share a piece is: by its content, since listeners begin at different moments. */
function shareOf({ parts }: Artifact): number {
  const bytes = Buffer.from(parts.map(({ text = '' }) => text).join(''));
  return bytes.reduce((sum, byte) => sum + byte, 0) % 2;
}

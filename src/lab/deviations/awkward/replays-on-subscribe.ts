import { defineDeviation } from '../../deviation.ts';
import type { ArtifactEvent, StreamEvent } from '../../model.ts';

export const replaysOnSubscribe = defineDeviation({
  name: 'replays-on-subscribe',
  title: 'begins a subscription with the task, and tells once more of what the task has already',
  shows: 'a caller that appends what it had been given has the last piece twice',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => ({
    exchange: async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.operation !== 'subscribe' || reply.kind !== 'stream') return reply;
      return { ...reply, events: replayed(reply.events) };
    },
  }),
});

async function* replayed(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  for await (const event of events) {
    yield event;
    if (event.kind !== 'task') continue;
    const { id: taskId, contextId, artifacts = [] } = event.task;
    for (const artifact of artifacts) {
      const again: ArtifactEvent = { kind: 'artifact', taskId, contextId, artifact, append: false, lastChunk: false };
      yield again;
    }
  }
}

import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams } from '../parts/streams.ts';

export const foreignTaskId = defineDeviation({
  name: 'foreign-task-id',
  title: 'names another task in the events of a stream',
  shows: 'updates are filed under a task that nobody knows',
  rules: ['stream/foreign-task'],
  create: () => ({ exchange: onStreams(rename) }),
});

async function* rename(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  const taskId = randomUUID();
  for await (const event of events)
    yield event.kind === 'status' || event.kind === 'artifact' ? { ...event, taskId } : event;
}

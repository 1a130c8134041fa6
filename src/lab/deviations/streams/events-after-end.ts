import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onEachEvent, tellsEnd } from '../parts/streams.ts';

export const eventsAfterEnd = defineDeviation({
  name: 'events-after-end',
  title: 'goes on streaming behind the end of the task',
  shows: 'a task that was over is shown at work again, with more of a result',
  rules: ['stream/after-terminal'],
  create: () => ({ exchange: onEachEvent((event) => (tellsEnd(event) ? [event, ...encore(event)] : event)) }),
});

function encore(end: StreamEvent): readonly StreamEvent[] {
  if (end.kind !== 'status') return [];
  const { taskId, contextId, status } = end;
  const artifact = {
    artifactId: 'encore',
    name: 'encore',
    parts: [{ text: 'one more thing', mediaType: 'text/plain' }],
  };
  return [
    { kind: 'status', taskId, contextId, status: { state: 'working', timestamp: status.timestamp }, final: false },
    { kind: 'artifact', taskId, contextId, artifact, append: false, lastChunk: true },
  ];
}

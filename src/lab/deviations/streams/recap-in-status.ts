import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onStreams, tellsEnd } from '../parts/streams.ts';

export const recapInStatus = defineDeviation({
  name: 'recap-in-status',
  title: 'tells its whole result once more in the message of the last status',
  shows: 'a caller that shows both has everything twice',
  rules: ['stream/output-in-status'],
  gravity: 'warning',
  create: () => ({ exchange: onStreams(recap) }),
});

async function* recap(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void, undefined> {
  let text = '';
  for await (const event of events) {
    if (event.kind === 'artifact') text += event.artifact.parts.map((part) => part.text ?? '').join('');
    if (event.kind !== 'status' || !tellsEnd(event) || text === '') {
      yield event;
      continue;
    }
    const { taskId, contextId } = event;
    const parts = [{ text, mediaType: 'text/plain' }];
    const message = { messageId: `recap-${taskId}`, role: 'agent', parts, taskId, contextId } as const;
    yield { ...event, status: { ...event.status, message } };
  }
}

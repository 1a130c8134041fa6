import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onEachEvent } from '../parts/streams.ts';

export const repeatsItself = defineDeviation({
  name: 'repeats-itself',
  title: 'says working again before each piece, each time with another word of progress',
  shows: 'a caller that counts states takes progress for a task that began anew',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => {
    let count = 0;
    return {
      exchange: onEachEvent((event) => {
        if (event.kind !== 'artifact') return event;
        const { taskId, contextId } = event;
        const parts = [{ text: `still at it (${++count})`, mediaType: 'text/plain' }];
        const message = { messageId: `progress-${count}`, role: 'agent', parts, taskId, contextId } as const;
        const timestamp = new Date().toISOString();
        const status = { state: 'working', message, timestamp } as const;
        const working: StreamEvent = { kind: 'status', taskId, contextId, status, final: false };
        return [working, event];
      }),
    };
  },
});

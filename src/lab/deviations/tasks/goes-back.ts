import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onEachEvent } from '../parts/streams.ts';

export const goesBack = defineDeviation({
  name: 'goes-back',
  title: 'says submitted again while it works',
  shows: 'a caller takes a task that is at work for one that was put back',
  rules: ['task/backward'],
  gravity: 'warning',
  create: () => ({
    exchange: onEachEvent((event): StreamEvent | readonly StreamEvent[] => {
      if (event.kind !== 'artifact' || event.append) return event;
      const { taskId, contextId } = event;
      const status = { state: 'submitted', timestamp: new Date().toISOString() } as const;
      return [event, { kind: 'status', taskId, contextId, status, final: false }];
    }),
  }),
});

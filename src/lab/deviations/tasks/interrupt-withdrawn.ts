import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';
import { onEachEvent } from '../parts/streams.ts';

export const interruptWithdrawn = defineDeviation({
  name: 'interrupt-withdrawn',
  title: 'asks for input in the middle of its work, and goes on without an answer',
  shows: 'a caller asks its user for something that nobody needs',
  rules: ['task/spurious-interrupt'],
  gravity: 'warning',
  dialects: ['1.0'],
  create: () => ({
    exchange: onEachEvent((event) => {
      if (event.kind !== 'artifact' || event.append) return event;
      const { taskId, contextId } = event;
      const status = (state: 'input-required' | 'working'): StreamEvent => ({
        ...{ kind: 'status', taskId, contextId, status: { state, timestamp: new Date().toISOString() } },
        final: false,
      });
      return [status('input-required'), event, status('working')];
    }),
  }),
});

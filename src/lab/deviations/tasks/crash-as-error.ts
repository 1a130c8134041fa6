import { defineDeviation } from '../../deviation.ts';
import { Fault } from '../../fault.ts';
import type { StreamEvent, Task } from '../../model.ts';
import { on, stacked } from '../parts/operations.ts';
import { onReads, withStatus } from '../parts/reads.ts';
import { onEachEvent } from '../parts/streams.ts';

export const crashAsError = defineDeviation({
  name: 'crash-as-error',
  title: 'tells a run that fails as an internal error, and leaves its task at working for ever',
  shows: 'a caller that reads the task waits for an end that never comes',
  rules: ['task/failed-as-error', 'task/stuck'],
  gravity: 'warning',
  create: () => {
    const alive = (task: Task): Task =>
      task.status.state === 'failed' ? withStatus(task, { state: 'working', message: undefined }) : task;
    return {
      exchange: stacked(
        onReads(alive),
        onEachEvent((event: StreamEvent) => {
          if (event.kind === 'status' && event.status.state === 'failed') {
            throw new Fault('internal-error', 'The run failed.');
          }
          return event;
        }),
        on(['send'], async (exchange, next) => {
          const reply = await next(exchange);
          if (reply.kind !== 'task' || reply.task.status.state !== 'failed') return reply;
          throw new Fault('internal-error', 'The run failed.');
        }),
      ),
    };
  },
});

import { defineDeviation } from '../../deviation.ts';
import type { Task } from '../../model.ts';
import { onCancels, readTask } from '../parts/cancels.ts';
import { stacked } from '../parts/operations.ts';
import { onReads } from '../parts/reads.ts';
import { onEachEvent } from '../parts/streams.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const cancelFreezes = defineDeviation({
  name: 'cancel-freezes',
  title: 'kills the work at a cancel and leaves the task at working for ever',
  shows: 'a caller that waits for the end of what it canceled waits for ever',
  rules: ['cancel/not-terminal', 'cancel/never-settles', 'cancel/ignored', 'task/stuck'],
  create: () => {
    const frozen = new TaskMemory<Task>();
    const ended = (taskId: string) => frozen.get(taskId) !== undefined;
    return {
      exchange: stacked(
        onReads((task) => ({ ...(frozen.get(task.id) ?? task), history: task.history })),
        onEachEvent((event) => (event.kind === 'status' && ended(event.taskId) ? [] : event)),
        onCancels(async (exchange, next) => {
          const task = await readTask(exchange, next);
          if (task === undefined) return next(exchange);
          if (!ended(task.id)) {
            frozen.set(task.id, task);
            const reply = await next(exchange);
            if (reply.kind === 'fault') return reply;
          }
          return { kind: 'task', task: frozen.get(task.id) ?? task };
        }),
      ),
    };
  },
});

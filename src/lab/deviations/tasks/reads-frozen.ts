import { defineDeviation } from '../../deviation.ts';
import type { Task } from '../../model.ts';
import { onReads } from '../parts/reads.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const readsFrozen = defineDeviation({
  name: 'reads-frozen',
  title: 'answers every read with what the first one showed, while the stream goes on to the end',
  shows: 'a caller that reads to be sure never sees the task end',
  rules: ['stream/diverges-from-task', 'task/stuck', 'task/stale-read'],
  create: () => {
    const first = new TaskMemory<Task>();
    return {
      exchange: async (exchange, next) => {
        // The stream's first word counts as a read: later ones show the task as it began.
        const reply = await onReads((task) => {
          const begun = first.get(task.id) ?? {
            ...task,
            status: { ...task.status, state: 'working' as const },
            artifacts: undefined,
          };
          first.set(task.id, begun);
          return begun;
        })(exchange, next);
        return reply;
      },
    };
  },
});

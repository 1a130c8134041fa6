import { defineDeviation } from '../../deviation.ts';
import type { Task } from '../../model.ts';
import { onReads } from '../parts/reads.ts';
import { TaskMemory } from '../parts/task-memory.ts';

export const laggingReads = defineDeviation({
  name: 'lagging-reads',
  title: 'answers each read with what the one before should have shown, as a lagging replica does',
  shows: 'a caller that takes reads for the truth of the moment sees states go back behind the stream',
  rules: [],
  kind: 'awkward',
  gravity: 'none',
  create: () => {
    const before = new TaskMemory<Task>();
    return {
      // A list, or another length of history, is another view of the task; what lags is the task.
      exchange: onReads((task, { operation }) => {
        if (operation !== 'get') return task;
        const { status, artifacts } = before.get(task.id) ?? task;
        before.set(task.id, task);
        return { ...task, status, artifacts };
      }),
    };
  },
});

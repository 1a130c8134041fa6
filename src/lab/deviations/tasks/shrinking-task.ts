import { defineDeviation } from '../../deviation.ts';
import { isEnded } from '../../model.ts';
import { onReads } from '../parts/reads.ts';
import { createCounter } from '../parts/task-memory.ts';

export const shrinkingTask = defineDeviation({
  name: 'shrinking-task',
  title: 'forgets, from one read to the next, the artifacts and the history that it had shown of a task',
  shows: 'a caller that reads the result a little later finds it gone',
  rules: ['task/shrunk', 'settle/unstable-artifacts'],
  create: () => {
    const count = createCounter();
    return {
      exchange: onReads((task) => {
        const shown = (task.artifacts?.length ?? 0) > 0 || isEnded(task.status.state);
        if (!shown || count(task.id) <= 1) return task;
        return { ...task, artifacts: undefined, history: undefined };
      }),
    };
  },
});

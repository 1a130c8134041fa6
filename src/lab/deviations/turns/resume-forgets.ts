import { defineDeviation } from '../../deviation.ts';
import { isWaiting } from '../../model.ts';
import { TaskMemory } from '../parts/task-memory.ts';
import { onTasks } from '../parts/tasks.ts';

export const resumeForgets = defineDeviation({
  name: 'resume-forgets',
  title: 'begins a task anew when it is answered: what was said before is gone',
  shows: 'the answer to a question arrives at an agent that no longer knows the question',
  rules: ['resume/context-lost', 'history/turn-missing', 'task/shrunk'],
  gravity: 'warning',
  create: () => {
    const turns = new TaskMemory<number>();
    return {
      exchange: onTasks((task) => {
        const { history = [] } = task;
        if (isWaiting(task.status.state)) {
          turns.set(task.id, Math.max(turns.get(task.id) ?? 0, history.length));
          return task;
        }
        const before = turns.get(task.id);
        return before === undefined ? task : { ...task, history: history.slice(before) };
      }),
    };
  },
});

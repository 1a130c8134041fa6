import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';

export const pushWrongTask = defineDeviation({
  name: 'push-wrong-task',
  title: 'names another task in its calls to web-hooks',
  shows: 'a receiver files the news under a task that nobody knows',
  rules: ['push/wrong-task'],
  create: () => {
    const id = randomUUID();
    return {
      push: ({ task, event, ...delivery }, next) => {
        const renamed = event.kind === 'status' || event.kind === 'artifact' ? { ...event, taskId: id } : event;
        return next({ ...delivery, task: { ...task, id }, event: renamed });
      },
    };
  },
});

import { randomUUID } from 'node:crypto';
import { defineDeviation } from '../../deviation.ts';
import type { StreamEvent } from '../../model.ts';

export const pushWrongTask = defineDeviation({
  name: 'push-wrong-task',
  title: 'names another task in its calls to web-hooks',
  shows: 'a receiver files the news under a task that nobody knows',
  rules: ['push/wrong-task'],
  create: () => {
    const id = randomUUID();
    return {
      push: ({ task, event, ...delivery }, next) => {
        return next({ ...delivery, task: { ...task, id }, event: renamed(event, id) });
      },
    };
  },
});

function renamed(event: StreamEvent, id: string): StreamEvent {
  if (event.kind === 'task') return { ...event, task: { ...event.task, id } };
  return event.kind === 'status' || event.kind === 'artifact' ? { ...event, taskId: id } : event;
}

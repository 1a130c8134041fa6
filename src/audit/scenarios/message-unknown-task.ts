import { randomUUID } from 'node:crypto';
import { requireTelling } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';

/** Ids of tasks are the agent's to give: a message to one that it never gave is refused. */
export const messageUnknownTask: Scenario = {
  id: 'message-unknown-task',
  title: 'sends a message to a task that nobody has',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = stage.work();
    const reply = await work.send(stage.partsFor('quick'), {
      blocking: false,
      taskId: randomUUID(),
      facts: { probe: 'unknown-task' },
    });
    stage.answered(requireTelling(reply), 'a message to an unknown task', 'task');
  },
};

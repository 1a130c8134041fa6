import { requireTask } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';

/** A send that waits is answered by the whole result. */
export const sendBlocking: Scenario = {
  id: 'send-blocking',
  title: 'sends a message and waits for the result',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = stage.work();
    requireTask(work, await work.send(stage.partsFor('quick'), { blocking: true }));
    await stage.finished(work);
    await work.settle();
    stage.exercised('task');
  },
};

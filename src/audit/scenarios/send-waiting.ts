import { requireTask } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';
import { findAgain } from './find-again.ts';

/** A send that waits does so for as long as the work takes. */
export const sendWaiting: Scenario = {
  id: 'send-waiting',
  title: 'sends a message that takes its time, and waits for the result',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = stage.work();
    const reply = await work.send(stage.partsFor('slow'), { blocking: true });
    if (work.id === undefined) await findAgain(stage, work);
    else requireTask(work, reply);
    await work.read();
    stage.exercised('task');
  },
};

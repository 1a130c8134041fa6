import type { Scenario } from '../scenario.ts';
import { cancelAtWork } from './cancel-at-work.ts';

/** A task that is said to be canceled is silent and stays so. */
export const cancelRunning: Scenario = {
  id: 'cancel-running',
  title: 'cancels a task at work, and watches that it stops',
  capabilities: ['cancel'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.producing();
    await cancelAtWork(stage, work);
    await work.watch(stage.watchMs);
  },
};

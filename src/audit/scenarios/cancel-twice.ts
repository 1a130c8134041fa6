import type { Scenario } from '../scenario.ts';
import { cancelAtWork } from './cancel-at-work.ts';

/** To cancel twice is to cancel. */
export const cancelTwice: Scenario = {
  id: 'cancel-twice',
  title: 'cancels a task at work twice',
  capabilities: ['cancel'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.producing();
    await cancelAtWork(stage, work);
    await work.read();
    stage.answered(await work.cancel(), 'the cancel of a canceled task');
    await work.settle();
  },
};

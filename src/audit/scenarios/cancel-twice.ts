import type { Scenario } from '../scenario.ts';
import { noteCancel } from './note-cancel.ts';

/** To cancel twice is to cancel. */
export const cancelTwice: Scenario = {
  id: 'cancel-twice',
  title: 'cancels a task at work twice',
  capabilities: ['cancel'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.producing();
    noteCancel(stage, work, await work.cancel());
    await work.read();
    const again = await work.cancel();
    if (again.kind === 'refused') stage.manners.set('the cancel of a canceled task', again.error.name);
    await work.watch(2 * stage.pace.times.gapMs);
  },
};

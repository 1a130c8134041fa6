import type { Scenario } from '../scenario.ts';

/** What is over can't be cancelled. */
export const cancelEnded: Scenario = {
  id: 'cancel-ended',
  title: 'cancels a task that has ended',
  capabilities: ['cancel'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.begin('quick');
    await stage.finished(work);
    await work.read();
    const reply = await work.cancel();
    if (reply.kind === 'refused') stage.manners.set('the cancel of an ended task', reply.error.name);
    await work.watch(2 * stage.pace.times.gapMs);
    if (reply.kind === 'nothing') stage.lacks('cancel', 'the cancel of an ended task was not answered');
    else stage.exercised('cancel');
  },
};

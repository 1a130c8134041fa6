import type { Scenario } from '../scenario.ts';

/** What is over can't be cancelled. */
export const cancelEnded: Scenario = {
  id: 'cancel-ended',
  title: 'cancels a task that has ended',
  capabilities: ['cancel'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.ended('quick');
    await work.read();
    const reply = await work.cancel();
    stage.answered(reply, 'the cancel of an ended task', 'cancel');
    if (reply.kind === 'nothing') stage.lacks('cancel', 'the cancel of an ended task was not answered');
    await work.settle();
  },
};

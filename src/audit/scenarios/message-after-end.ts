import type { Scenario } from '../scenario.ts';

/** A task that has ended takes no more messages. */
export const messageAfterEnd: Scenario = {
  id: 'message-after-end',
  title: 'sends a message to a task that has ended',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.ended('quick');
    await work.read();
    const reply = await work.send(stage.partsFor('quick'), { blocking: false });
    stage.answered(reply, 'a message to an ended task', 'task');
    await work.settle();
  },
};

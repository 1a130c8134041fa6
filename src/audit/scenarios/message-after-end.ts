import type { Scenario } from '../scenario.ts';

/** A task that has ended takes no more messages. */
export const messageAfterEnd: Scenario = {
  id: 'message-after-end',
  title: 'sends a message to a task that has ended',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.begin('quick');
    await stage.finished(work);
    await work.read();
    const reply = await work.send(stage.partsFor('quick'), { blocking: false });
    if (reply.kind === 'refused') stage.manners.set('a message to an ended task', reply.error.name);
    await work.watch(2 * stage.pace.times.gapMs);
    if (reply.kind !== 'nothing') stage.exercised('task');
  },
};

import type { Scenario } from '../scenario.ts';

/** A send that doesn't wait is answered at once, and reads find the task from then on. */
export const sendNonblocking: Scenario = {
  id: 'send-nonblocking',
  title: 'sends a message without waiting, and reads the task while it runs',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.begin('slow');
    await work.readUntil(() => work.ended, Math.max(stage.pace.silenceMs, 3 * stage.pace.boundMs));
    stage.exercised('task');
  },
};

import type { Scenario } from '../scenario.ts';

/** A task that ends stays as it ended, on every read. */
export const settle: Scenario = {
  id: 'settle',
  title: 'lets a task end, and watches that it stays so',
  capabilities: ['task'],
  effects: 'one task',
  run: async (stage) => {
    const work = await stage.ended('quick');
    await work.watch(stage.watchMs);
    stage.exercised('task');
  },
};

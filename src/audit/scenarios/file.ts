import type { Scenario } from '../scenario.ts';

/** What comes back is of the modes that the card declares. */
export const file: Scenario = {
  id: 'file',
  title: 'lets the agent return a file, and looks at the types of what comes',
  capabilities: ['outputModes', 'task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.begin('file');
    await stage.finished(work);
    await work.watch(2 * stage.pace.times.gapMs);
    stage.exercised('task');
  },
};

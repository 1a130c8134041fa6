import type { Scenario } from '../scenario.ts';

/** What comes back is of the modes that the card declares. */
export const file: Scenario = {
  id: 'file',
  title: 'lets the agent return a file, and looks at the types of what comes',
  capabilities: ['outputModes', 'task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.ended('file');
    await work.settle();
    stage.exercised('task', ...(work.hasArtifacts ? ['outputModes' as const] : []));
    if (!work.hasArtifacts) stage.lacks('outputModes', 'nothing came of which a type could be seen');
  },
};

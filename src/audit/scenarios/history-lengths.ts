import type { Scenario } from '../scenario.ts';

/** As much history comes as was asked for, and no more. */
export const historyLengths: Scenario = {
  id: 'history-lengths',
  title: 'reads a task with different lengths of history',
  capabilities: ['history'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.ended('quick', { historyLength: 1 });
    // The last one asks for less than is known by then.
    for (const historyLength of [0, 1, 2, 50, 1]) await work.read({ historyLength });
    await work.ask({ operation: 'GetTask', taskId: work.taskId });
    stage.exercised('history');
  },
};

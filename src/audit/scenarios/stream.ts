import type { Scenario } from '../scenario.ts';
import { followToEnd } from './follow.ts';

/** A stream brings what a read of the task shows, and closes at its end. */
export const stream: Scenario = {
  id: 'stream',
  title: 'streams a task to its end, and compares what came with what reads show',
  capabilities: ['stream.send'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const { work, stream: opened } = await stage.beginStream('quick');
    await followToEnd(stage, work, [opened]);
    stage.exercised('stream.send');
  },
};

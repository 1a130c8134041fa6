import type { Scenario } from '../scenario.ts';
import { followToEnd } from './follow.ts';

/** So many tasks at the same time. */
const TASKS = 8;

/** What is kept by one task is kept by several at the same time, and none tells of another. */
export const parallel: Scenario = {
  id: 'parallel',
  title: `runs ${TASKS} tasks at the same time`,
  capabilities: ['task', 'stream.send'],
  effects: 'tasks',
  run: async (stage) => {
    const streaming = stage.claims.streaming === true;
    await Promise.all(
      Array.from({ length: TASKS }, async (_, index) => {
        if (streaming && index % 2 === 0) {
          const { work, stream } = await stage.beginStream('quick');
          return followToEnd(stage, work, [stream]);
        }
        const work = await stage.ended('quick');
        await work.settle();
      }),
    );
    stage.exercised('task', ...(streaming ? ['stream.send' as const] : []));
  },
};

import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';

/** A task that fails stays failed. */
export const settleFailed: Scenario = {
  id: 'settle-failed',
  title: 'lets a task fail, and watches that it stays so',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.ended('fails');
    if (work.state !== 'failed' && work.state !== 'rejected') {
      throw new Untested(`the prompt that makes this agent fail led to ${work.state}`);
    }
    await work.watch(stage.watchMs);
    stage.exercised('task');
  },
};

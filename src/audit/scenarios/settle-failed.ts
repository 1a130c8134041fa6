import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { Untested } from '../untested.ts';
import type { Work } from '../work.ts';

/** A task that fails stays failed. */
export const settleFailed: Scenario = {
  id: 'settle-failed',
  title: 'lets a task fail, and watches that it stays so',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await beginFailing(stage);
    await stage.finished(work);
    if (work.state !== 'failed' && work.state !== 'rejected') {
      throw new Untested(`the prompt that makes this agent fail led to ${work.state}`);
    }
    await work.watch(stage.watchMs);
    stage.exercised('task');
  },
};

/** Where a send is answered by the failure itself, a stream may still tell of which task it is. */
async function beginFailing(stage: Stage): Promise<Work> {
  try {
    return await stage.begin('fails');
  } catch (error) {
    if (!(error instanceof Untested) || stage.claims.streaming !== true) throw error;
    const { work, stream } = await stage.beginStream('fails').catch(() => Promise.reject(error));
    await work.untilSilent(() => work.ended || stream.closed !== undefined || stream.refusal !== undefined);
    return work;
  }
}

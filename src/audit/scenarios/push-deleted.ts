import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';
import { openHook, register } from './push-hook.ts';

const TOO_SOON = 'the work was over too soon behind the delete of the web-hook; give a longer “slow” prompt';

const MORE_THAN_ON_ITS_WAY = 1.2;

/** A web-hook that was deleted is called no more. */
export const pushDeleted: Scenario = {
  id: 'push-deleted',
  title: 'deletes a web-hook while its task works on, and listens whether it is still called',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications, dialect }) => pushNotifications === true && dialect !== '0.2',
  run: async (stage) => {
    const work = await stage.running();
    const config = await register(work, await openHook(stage, work));
    if (config?.id === undefined) throw new Untested('the registration was answered without an id to delete it by');
    const reply = await work.ask({
      operation: 'DeleteTaskPushNotificationConfig',
      taskId: work.taskId,
      configId: config.id,
    });
    if (reply.kind !== 'other') throw new Untested('the web-hook could not be deleted');
    const deletedAt = performance.now();
    await work.readUntil(() => work.ended, stage.pace.times.patienceMs);
    const workedMs = performance.now() - deletedAt;
    await work.until(
      () => false,
      () => stage.pace.boundMs,
    );
    // What is delivered so soon behind the delete may have been on its way.
    if (work.ended && workedMs <= MORE_THAN_ON_ITS_WAY * stage.pace.boundMs) throw new Untested(TOO_SOON);
    stage.exercised('pushNotifications');
  },
};

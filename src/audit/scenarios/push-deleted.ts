import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';
import { openHook, register } from './push-hook.ts';

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
    await work.readUntil(() => work.ended, stage.pace.times.patienceMs);
    await work.until(
      () => false,
      () => stage.pace.boundMs,
    );
    stage.exercised('pushNotifications');
  },
};

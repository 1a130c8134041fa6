import { requireTask } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';
import { awaitDelivery, openHook } from './push-hook.ts';

/** What a message registers counts as well as what is registered by a call of its own. */
export const pushInline: Scenario = {
  id: 'push-inline',
  title: 'registers a web-hook with the message itself, and waits for the end to be delivered',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications }) => pushNotifications === true,
  run: async (stage) => {
    const work = stage.work();
    const hook = await openHook(stage, work);
    const reply = await work.send(stage.partsFor('slow'), { blocking: false, push: hook.registration });
    requireTask(work, reply);
    await work.ask({ operation: 'ListTaskPushNotificationConfigs', taskId: work.taskId });
    await awaitDelivery(stage, work, hook);
  },
};

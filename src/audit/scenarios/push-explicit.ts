import type { Scenario } from '../scenario.ts';
import { awaitDelivery, openHook, register } from './push-hook.ts';

/** What is registered for a task can be read, and gets the task's end, with the credentials that were asked for. */
export const pushExplicit: Scenario = {
  id: 'push-explicit',
  title: 'registers a web-hook for a task at work, and waits for the end to be delivered',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications }) => pushNotifications === true,
  run: async (stage) => {
    const work = await stage.running();
    const hook = await openHook(stage, work);
    const config = await register(work, hook);
    const { taskId } = work;
    if (config?.id !== undefined) {
      await work.ask({ operation: 'GetTaskPushNotificationConfig', taskId, configId: config.id });
    }
    await work.ask({ operation: 'ListTaskPushNotificationConfigs', taskId });
    await awaitDelivery(stage, work, hook);
  },
};

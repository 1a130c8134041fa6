import type { Scenario } from '../scenario.ts';
import { openHook, register } from './push-hook.ts';

/** Registrations stand side by side until they are deleted, and can be deleted twice. */
export const pushConfigs: Scenario = {
  id: 'push-configs',
  title: 'registers two web-hooks for one task, lists, reads and deletes them',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  // In 0.2 a task has one web-hook, and nothing to list or delete it by.
  appliesTo: ({ pushNotifications, dialect }) => pushNotifications === true && dialect !== '0.2',
  run: async (stage) => {
    const work = await stage.running();
    const { taskId } = work;
    const list = () => work.ask({ operation: 'ListTaskPushNotificationConfigs', taskId });
    const first = await register(work, await openHook(stage, work));
    const second = await register(work, await openHook(stage, work));
    stage.exercised('pushNotifications');
    await list();
    for (const configId of [first?.id, second?.id]) {
      if (configId !== undefined) await work.ask({ operation: 'GetTaskPushNotificationConfig', taskId, configId });
    }
    for (const configId of [first?.id, first?.id]) {
      if (configId !== undefined) await work.ask({ operation: 'DeleteTaskPushNotificationConfig', taskId, configId });
    }
    await list();
  },
};

import type { Scenario } from '../scenario.ts';

/** Where the metadata of a cloud machine is, which no agent should ever post to. */
const PRIVATE = 'http://169.254.169.254/latest/meta-data/';

/** An agent in public posts to no address inside a private network. */
export const pushPrivate: Scenario = {
  id: 'push-private',
  title: 'registers a web-hook inside a private network',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications, publicAddress }) => pushNotifications === true && publicAddress === true,
  run: async (stage) => {
    const work = await stage.running();
    const reply = await work.register({ url: PRIVATE });
    if (reply.kind === 'nothing') return;
    stage.exercised('pushNotifications');
    if (reply.kind !== 'other' || reply.seen.kind !== 'config') return;
    const configId = reply.seen.configs[0]?.id;
    if (configId !== undefined)
      await work.ask({ operation: 'DeleteTaskPushNotificationConfig', taskId: work.taskId, configId });
  },
};

import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';
import { awaitDelivery, openHook } from './push-hook.ts';

/** A web-hook without credentials is called, too. */
export const pushPlain: Scenario = {
  id: 'push-plain',
  title: 'registers a web-hook without credentials',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications }) => pushNotifications === true,
  run: async (stage) => {
    const work = await stage.running();
    const hook = await openHook(stage, work, true);
    const reply = await work.register({ url: hook.registration.url });
    if (reply.kind !== 'other') throw new Untested('the agent did not register a web-hook without credentials');
    await awaitDelivery(stage, work, hook);
  },
};

import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';
import { openHook } from './push-hook.ts';

/** A receiver that answers with errors is its own affair: the task goes on. */
export const pushRefusing: Scenario = {
  id: 'push-refusing',
  title: 'registers a web-hook that answers with errors only',
  capabilities: ['pushNotifications', 'task'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications }) => pushNotifications === true,
  run: async (stage) => {
    const work = await stage.running();
    const hook = await openHook(stage, work);
    // Nobody has this path at our receiver, so every delivery is answered with 404.
    const reply = await work.register({ url: `${hook.registration.url}-gone` });
    if (reply.kind !== 'other') throw new Untested('the agent did not register the web-hook');
    await work.readUntil(() => work.ended, stage.pace.times.patienceMs);
    if (work.ended) stage.exercised('task');
  },
};

import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario.ts';

/** There is nothing to listen to where there is no task. */
export const subscribeUnknown: Scenario = {
  id: 'subscribe-unknown',
  title: 'subscribes to a task that nobody has',
  capabilities: ['stream.subscribe', 'errors'],
  effects: 'nothing',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const work = stage.work();
    work.id = randomUUID();
    work.madeUp = true;
    const stream = work.subscribe({ facts: { probe: 'unknown-task' } });
    await work.untilHeard(stream);
    if (stream.refusal?.kind === 'error') stage.manners.set('a subscription to an unknown task', stream.refusal.name);
    stage.exercised('errors');
  },
};

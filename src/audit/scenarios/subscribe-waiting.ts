import type { Scenario } from '../scenario.ts';
import { beginAsking } from './asking.ts';

/** A task that waits for its caller can be listened to like any other. */
export const subscribeWaiting: Scenario = {
  id: 'subscribe-waiting',
  title: 'subscribes to a task that waits for input',
  capabilities: ['stream.subscribe'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const work = await beginAsking(stage);
    const stream = work.subscribe();
    await work.untilHeard(stream);
    await work.read();
    stage.exercised('stream.subscribe');
  },
};

import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';
import { followToEnd } from './follow.ts';

/** A task at work can be listened to. */
export const subscribeRunning: Scenario = {
  id: 'subscribe-running',
  title: 'subscribes to a task at work',
  capabilities: ['stream.subscribe'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const work = await stage.running();
    const stream = work.subscribe();
    await work.untilHeard(stream);
    await work.read();
    if (stream.refusal !== undefined && work.ended) throw new Untested('the task ended before it was subscribed to');
    await followToEnd(stage, work, [stream]);
    stage.exercised('stream.subscribe');
  },
};

import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import { Untested } from '../untested.ts';
import { followToEnd } from './follow.ts';

/** Several streams of one task tell the same. */
export const subscribeTwice: Scenario = {
  id: 'subscribe-twice',
  title: 'subscribes twice to one task, and compares what both bring',
  capabilities: ['stream.subscribe'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const work = await stage.running();
    const first = work.subscribe();
    await work.untilHeard(first);
    const second = work.subscribe();
    await work.untilHeard(second);
    await work.read();
    if (isOver(first) && work.ended) throw new Untested('the task ended before it was subscribed to twice');
    await followToEnd(stage, work, [first, second]);
    stage.exercised('stream.subscribe');
  },
};

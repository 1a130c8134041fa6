import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';

/** There is nothing to listen to at a task that has ended. */
export const subscribeEnded: Scenario = {
  id: 'subscribe-ended',
  title: 'subscribes to a task that has ended',
  capabilities: ['stream.subscribe'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const work = await stage.ended('quick');
    await work.read();
    const stream = work.subscribe();
    await work.untilSilent(() => isOver(stream));
    await work.read();
    stage.manners.set(
      'a subscription to an ended task',
      stream.refusal?.kind === 'error' ? stream.refusal.name : 'served',
    );
    stage.exercised('stream.subscribe');
  },
};

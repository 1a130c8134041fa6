import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import { TOO_QUICK, Untested } from '../untested.ts';
import { cancelAtWork } from './cancel-at-work.ts';
import { followToEnd } from './follow.ts';

/** A cancel ends the task on every connection that listens to it. */
export const cancelStreaming: Scenario = {
  id: 'cancel-streaming',
  title: 'cancels a task that is streamed on two connections',
  capabilities: ['cancel', 'stream.send'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const { work, stream } = await stage.beginStream('slow');
    await work.until(
      () => isOver(stream) || stream.frames > 1,
      () => stage.pace.silenceMs,
    );
    const second = work.subscribe();
    await work.untilHeard(second);
    await work.read();
    if (work.ended) throw new Untested(TOO_QUICK);
    await cancelAtWork(stage, work);
    stage.exercised('stream.send');
    // A task that was not stopped shows at its end what the cancel did to it.
    if (!work.ended) await followToEnd(stage, work, [stream, second]);
    await work.watch(stage.watchMs);
    await work.untilSilent(() => isOver(stream) && isOver(second));
  },
};

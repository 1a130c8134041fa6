import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import { untilAsking } from './asking.ts';
import { followToEnd } from './follow.ts';

/** A question and its answer may both come by a stream. */
export const askStreaming: Scenario = {
  id: 'ask-streaming',
  title: 'streams a task until it asks for input, and answers on a new stream',
  capabilities: ['stream.send'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const { work, stream } = await stage.beginStream('asks');
    await untilAsking(stage, work);
    await work.untilSilent(() => isOver(stream) || stream.state === 'input-required');
    await work.read();
    const next = work.stream(stage.partsFor('answer'), work.context);
    await followToEnd(stage, work, [next]);
    stage.exercised('stream.send');
  },
};

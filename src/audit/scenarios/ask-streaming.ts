import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import { Untested } from '../untested.ts';
import { isAsking } from './asking.ts';
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
    await work.readUntil(() => isAsking(work) || work.ended, stage.pace.times.patienceMs);
    if (!isAsking(work)) throw new Untested('no prompt made this agent ask for input; give one as “asks” in --prompts');
    await work.untilSilent(() => isOver(stream) || stream.state === 'input-required');
    await work.read();
    const next = work.stream(
      stage.partsFor('answer'),
      work.contextId === undefined ? {} : { contextId: work.contextId },
    );
    await followToEnd(stage, work, [next]);
    stage.exercised('stream.send');
  },
};

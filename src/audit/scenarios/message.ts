import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import { Untested } from '../untested.ts';

/** An answer that is a message is a whole answer, also on a stream. */
export const message: Scenario = {
  id: 'message',
  title: 'lets the agent answer with a message instead of a task',
  capabilities: ['stream.send', 'wire'],
  effects: 'tasks',
  run: async (stage) => {
    const parts = stage.partsFor('message');
    const work = stage.work();
    await work.send(parts, { blocking: true });
    if (work.message === undefined)
      throw new Untested('the prompt that makes this agent answer with a message did not');
    stage.exercised('wire');
    if (stage.claims.streaming !== true) return;
    const streamed = stage.work();
    const stream = streamed.stream(parts);
    await streamed.until(() => isOver(stream) || stream.message, stage.pace.times.patienceMs);
    await streamed.untilSilent(() => isOver(stream));
    stage.exercised('stream.send');
  },
};

import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import type { Stage } from '../stage.ts';

/** The rule that a task breaks which reads don't find: one that has ended may be forgotten. */
const LOST = 'task/lost';

/** A send that doesn't wait is answered at once, and reads find the task from then on. */
export const sendNonblocking: Scenario = {
  id: 'send-nonblocking',
  title: 'sends a message without waiting, and reads the task while it runs',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await stage.begin('slow');
    const began = performance.now();
    const { pace } = stage;
    await work.readUntil(
      () => work.ended,
      () => (work.lost ? 1.5 * pace.boundMs + 2 * pace.times.gapMs : Math.max(pace.silenceMs, 3 * pace.boundMs)),
    );
    await work.read();
    const lookedMs = performance.now() - began;
    stage.exercised('task');
    // Work that takes longer than anybody looked for it had not ended by then.
    if (work.lost && (await outlasts(stage, lookedMs))) stage.vouch(LOST);
  },
};

/** Whether the same work takes longer than that where nobody has to find it again. */
async function outlasts(stage: Stage, ms: number): Promise<boolean> {
  if (stage.claims.streaming !== true) {
    const reply = await stage.work().send(stage.partsFor('slow'), { blocking: true, timeoutMs: ms });
    return reply.kind === 'nothing' && reply.failure?.reason === 'timeout';
  }
  const { work, stream } = await stage.beginStream('slow');
  return !(await work.until(() => work.ended || isOver(stream), ms));
}

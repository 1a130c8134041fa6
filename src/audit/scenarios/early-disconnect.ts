import type { Scenario } from '../scenario.ts';
import { isOver } from '../seen-stream.ts';
import { TOO_QUICK, Untested } from '../untested.ts';

/** By how much the wait for an end exceeds the standstill that is judged. */
const LONGER_THAN_FROZEN = 1.2;

/** Work goes on when the one who streams it goes away. */
export const earlyDisconnect: Scenario = {
  id: 'early-disconnect',
  title: 'leaves a stream in the middle, and reads whether the task lives on',
  capabilities: ['stream.send', 'task'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const { times } = stage.pace;
    const began = performance.now();
    // A control that nobody leaves shows how long this work takes, and so how long it may stand still.
    const [control, { work, stream }] = await Promise.all([stage.beginStream('slow'), stage.beginStream('slow')]);
    await work.until(
      () => isOver(stream) || (stream.frames > 1 && work.state === 'working'),
      () => stage.pace.silenceMs,
    );
    if (isOver(stream)) throw new Untested(TOO_QUICK);
    work.leave(stream);
    await work.read();
    const isThrough = (): boolean => control.work.ended;
    await work.readUntil(() => work.ended || isThrough() || isOver(control.stream), times.patienceMs);
    // The end of a stream is not that of its task.
    if (isOver(control.stream)) await control.work.readUntil(() => work.ended || isThrough(), times.patienceMs);
    const tookMs = performance.now() - began;
    const frozenMs = Math.max(Math.min(10_000, stage.watchMs), 2 * stage.pace.boundMs, 2 * tookMs);
    stage.limits = { frozenMs };
    if (isThrough()) await work.readUntil(() => work.ended, LONGER_THAN_FROZEN * frozenMs);
    stage.exercised('stream.send', 'task');
  },
};

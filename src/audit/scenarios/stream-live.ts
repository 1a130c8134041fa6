import type { Scenario } from '../scenario.ts';
import { Untested } from '../untested.ts';
import { followToEnd } from './follow.ts';

const TOO_SOON =
  'the work was over too soon to see whether its events come as they happen; give a longer “slow” prompt';

/** A stream brings what happens when it happens. */
export const streamLive: Scenario = {
  id: 'stream-live',
  title: 'streams slow work, and compares when things come with when reads show them',
  capabilities: ['stream.send'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const began = performance.now();
    const { work, stream } = await stage.beginStream('slow');
    await followToEnd(stage, work, [stream]);
    // What is over sooner than anything may be expected says nothing of when its events come.
    if (performance.now() - began < 2 * stage.pace.boundMs) throw new Untested(TOO_SOON);
    stage.exercised('stream.send');
  },
};

import type { Scenario } from '../scenario.ts';
import { followToEnd } from './follow.ts';

/** A stream brings what happens when it happens. */
export const streamLive: Scenario = {
  id: 'stream-live',
  title: 'streams slow work, and compares when things come with when reads show them',
  capabilities: ['stream.send'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === true,
  run: async (stage) => {
    const { work, stream } = await stage.beginStream('slow');
    await followToEnd(stage, work, [stream]);
    stage.exercised('stream.send');
  },
};

import type { Scenario } from '../scenario.ts';

/** A host that is reserved for never being reached. */
const NOWHERE = 'https://probity.invalid/hook';

/** A card that denies push is right about it. */
export const pushDenied: Scenario = {
  id: 'push-denied',
  title: 'registers a web-hook where the card denies push',
  capabilities: ['pushNotifications'],
  effects: 'tasks',
  appliesTo: ({ pushNotifications }) => pushNotifications === false,
  run: async (stage) => {
    const work = await stage.begin('slow');
    const reply = await work.register({ url: NOWHERE });
    stage.answered(reply, 'a web-hook', 'pushNotifications');
  },
};

import type { Scenario } from '../scenario.ts';

/** The card is one card, whoever fetches it, and says what a card has to say. */
export const card: Scenario = {
  id: 'card',
  title: 'fetches the card several times, checks it, and asks its interfaces what they speak',
  capabilities: ['card'],
  effects: 'nothing',
  once: true,
  run: async (stage) => {
    stage.found.push(...(await stage.options.inspectCard()));
    stage.exercised('card');
  },
};

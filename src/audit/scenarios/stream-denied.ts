import { noAnswerWords } from '../failure-words.ts';
import type { Scenario } from '../scenario.ts';

/** A card that denies streaming is right about it. */
export const streamDenied: Scenario = {
  id: 'stream-denied',
  title: 'asks for a stream that the card denies',
  capabilities: ['stream.send'],
  effects: 'tasks',
  appliesTo: ({ streaming }) => streaming === false,
  run: async (stage) => {
    const work = stage.work();
    const stream = work.stream(stage.partsFor('quick'));
    await work.untilHeard(stream);
    if (stream.refusal?.kind === 'error') stage.manners.set('a stream', stream.refusal.name);
    if (stream.refusal?.kind !== 'failure') stage.exercised('stream.send');
    else stage.lacks('stream.send', noAnswerWords(stream.refusal));
  },
};

import type { Scenario } from '../scenario.ts';
import { answerQuestions, beginAsking } from './asking.ts';

/** A task that asks for input goes on with the answer, round by round. */
export const ask: Scenario = {
  id: 'ask',
  title: 'lets a task ask for input, and answers until it ends',
  capabilities: ['task', 'stateTransitionHistory'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await beginAsking(stage);
    await work.read({ historyLength: 50 });
    if (stage.claims.stateTransitionHistory === true) stage.exercised('stateTransitionHistory');
    await answerQuestions(stage, work, stage.partsFor('answer'));
    await work.read({ historyLength: 50 });
    if (work.ended) await work.settle();
    stage.exercised('task');
  },
};

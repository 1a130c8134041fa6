import { partOfMode } from '../mode-part.ts';
import type { Scenario } from '../scenario.ts';
import { answer, answerQuestions, beginAsking } from './asking.ts';

/** The rule that a failure over a declared mode breaks: suspected until a control in plain text has passed. */
const SUSPECTED = 'resume/fails-on-declared-mode';

/** A task that asks for input takes the answer in each mode that the card declares. */
export const askModes: Scenario = {
  id: 'ask-modes',
  title: 'answers a task that asks for input in each declared mode',
  capabilities: ['inputModes'],
  effects: 'tasks',
  appliesTo: ({ inputModes }) => inputModes.some((mode) => mode !== 'text/plain'),
  run: async (stage) => {
    const control = await beginAsking(stage);
    await answerQuestions(stage, control, stage.partsFor('answer'));
    // An agent that fails on any answer says nothing about modes.
    if (control.state !== 'completed') stage.doubt(SUSPECTED);
    for (const mode of stage.claims.inputModes) {
      const part = mode === 'text/plain' ? undefined : partOfMode(mode);
      if (part === undefined) continue;
      const work = await beginAsking(stage);
      await answer(stage, work, [part]);
      await work.read();
      stage.exercised('inputModes');
    }
  },
};

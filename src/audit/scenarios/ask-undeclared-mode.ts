import { takes } from '../../lifecycle/modes.ts';
import { partOfMode, UNHEARD_MODE } from '../mode-part.ts';
import type { Scenario } from '../scenario.ts';
import { answer, beginAsking } from './asking.ts';

/** A task that asks for input refuses what the card doesn't list, and goes on waiting. */
export const askUndeclaredMode: Scenario = {
  id: 'ask-undeclared-mode',
  title: 'answers a task that asks for input in a mode that the card does not list',
  capabilities: ['inputModes'],
  effects: 'tasks',
  appliesTo: ({ inputModes }) => inputModes.length > 0 && !takes(inputModes, UNHEARD_MODE),
  run: async (stage) => {
    const work = await beginAsking(stage);
    const part = partOfMode(UNHEARD_MODE);
    const reply = await answer(stage, work, part === undefined ? [] : [part]);
    stage.answered(reply, 'an undeclared mode as an answer', 'inputModes');
    await work.read();
  },
};

import { takes } from '../../lifecycle/modes.ts';
import { partOfMode, UNHEARD_MODE } from '../mode-part.ts';
import { requireTelling } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';

/** A first message in a mode that the card doesn't list is refused. */
export const inputUndeclared: Scenario = {
  id: 'input-undeclared',
  title: 'sends a first message in a mode that the card does not list',
  capabilities: ['inputModes'],
  effects: 'tasks',
  appliesTo: ({ inputModes }) => inputModes.length > 0 && !takes(inputModes, UNHEARD_MODE),
  run: async (stage) => {
    const work = stage.work();
    const part = partOfMode(UNHEARD_MODE);
    const reply = await work.send(part === undefined ? [] : [part], { blocking: false });
    stage.answered(requireTelling(reply), 'an undeclared mode', 'inputModes');
    if (work.id === undefined) return;
    await work.readUntil(
      () => work.ended || work.state === 'input-required',
      () => stage.pace.silenceMs,
    );
  },
};

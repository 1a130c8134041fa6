import { partOfMode } from '../mode-part.ts';
import { requireTelling } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';

/** A first message is taken in each mode that the card declares. */
export const inputModes: Scenario = {
  id: 'input-modes',
  title: 'sends a first message in each declared mode',
  capabilities: ['inputModes'],
  effects: 'tasks',
  appliesTo: (claims) => claims.inputModes.some((mode) => partOfMode(mode) !== undefined),
  run: async (stage) => {
    const works = stage.claims.inputModes.flatMap((mode) => {
      const part = partOfMode(mode);
      return part === undefined ? [] : [{ part, work: stage.work() }];
    });
    await Promise.all(
      works.map(async ({ part, work }) => {
        const reply = await work.send([part], { blocking: false });
        requireTelling(reply);
        stage.exercised('inputModes');
        if (work.id === undefined) return;
        await work.readUntil(
          () => work.ended || work.state === 'input-required',
          () => stage.pace.silenceMs,
        );
      }),
    );
  },
};

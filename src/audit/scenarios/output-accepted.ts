import { requireTelling } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';

/** A caller that can read one of the declared modes only gets that one, or is refused. */
export const outputAccepted: Scenario = {
  id: 'output-accepted',
  title: 'sends a message for each declared mode of output, and accepts that one only',
  capabilities: ['outputModes'],
  effects: 'tasks',
  appliesTo: ({ outputModes }) => outputModes.length > 0,
  run: async (stage) => {
    await Promise.all(
      stage.claims.outputModes.map(async (mode) => {
        const work = stage.work();
        const acceptedOutputModes = [mode];
        const reply = await work.send(stage.partsFor('quick'), { blocking: true, acceptedOutputModes });
        requireTelling(reply);
        if (reply.kind === 'refused') stage.exercised('outputModes');
        if (work.hasArtifacts) stage.exercised('outputModes');
      }),
    );
  },
};

import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario.ts';

/** What nobody has can't be cancelled. */
export const cancelUnknown: Scenario = {
  id: 'cancel-unknown',
  title: 'cancels a task that nobody has',
  capabilities: ['errors'],
  effects: 'nothing',
  run: async (stage) => {
    const reply = await stage.probe(
      { operation: 'CancelTask', taskId: randomUUID() },
      { facts: { probe: 'unknown-task' } },
    );
    stage.answered(reply, 'the cancel of an unknown task', 'errors');
  },
};

import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario.ts';
import { beginAsking } from './asking.ts';

/** A message that names a task and another context than the task's contradicts itself. */
export const messageForeignContext: Scenario = {
  id: 'message-foreign-context',
  title: 'sends a message to a task under a context that is not its own',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = await beginAsking(stage);
    const reply = await work.send(stage.partsFor('answer'), { blocking: false, contextId: randomUUID() });
    stage.answered(reply, 'a context that is not the task’s', 'task');
    await work.read();
  },
};

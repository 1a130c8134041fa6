import { randomUUID } from 'node:crypto';
import { requireTask, requireTelling } from '../require-task.ts';
import type { Scenario } from '../scenario.ts';

/** A context that the caller names is taken, or refused; it is not exchanged for another one. */
export const messageOwnContext: Scenario = {
  id: 'message-own-context',
  title: 'sends a first message in a context of its own naming',
  capabilities: ['task'],
  effects: 'tasks',
  run: async (stage) => {
    const work = stage.work();
    const reply = await work.send(stage.partsFor('quick'), { blocking: false, contextId: randomUUID() });
    if (requireTelling(reply).kind === 'refused') return stage.exercised('task');
    requireTask(work, reply);
    await stage.finished(work);
    stage.exercised('task');
  },
};

import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario.ts';

/** Ids that a path, a query or a database might take for something else. */
const ODD_IDS = ['a b', 'ä€', '../../etc/passwd', "';--", '%2e%2e%2f', 'x'.repeat(2_048), '-1', 'null'];

/** A task that nobody has is not found, whatever its id looks like. */
export const unknownTask: Scenario = {
  id: 'unknown-task',
  title: 'reads tasks that nobody has, also by odd ids',
  capabilities: ['errors'],
  effects: 'nothing',
  run: async (stage) => {
    const read = (taskId: string, probe: boolean) =>
      stage.probe(
        { operation: 'GetTask', taskId, historyLength: 0 },
        probe ? { facts: { probe: 'unknown-task' } } : {},
      );
    const reply = await read(randomUUID(), true);
    stage.answered(reply, 'a read of an unknown task', 'errors');
    for (const id of ODD_IDS) await read(id, false);
  },
};

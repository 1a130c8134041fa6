import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Observation } from '../../protocol/observation.ts';
import { EVENTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The registration names the task; a delivery by its path that names another is about that other one. */
export const wrongTask: Rule = {
  id: 'push/wrong-task',
  title: "A push names another task than the configuration's",
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: "A configuration belongs to one task, and the events in its pushes carry the id of the task that changed. A push for another task contradicts the configuration. If the task is another caller's, 13.1 is broken too.",
    clause: '4.3.1, 3.1.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A configuration is tied to one task.',
        clause: '6.10',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A configuration is tied to one task.',
        clause: '6.10',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller acts on news of a task that is not its own.',
  remedy: 'Look configurations up by the id of the task that changed, and nothing else.',
  deliveries: true,
  clauses: [
    clause(
      'task',
      (seen) => (isOther(seen.task.id, seen) ? 'certain' : undefined),
      (seen) => `a delivery for task ${seen.vantage.request.taskId} is about task ${seen.task.id}`,
    ),
    ...clauses(
      EVENTS,
      (seen) => (isOther(seen.taskId, seen) ? 'certain' : undefined),
      (seen) => `a delivery for task ${seen.vantage.request.taskId} is about task ${seen.taskId}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.push().status('completed', { taskId: 't2' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.push().status('completed');
    }),
  },
};

function isOther(taskId: string | undefined, { vantage }: Observation): boolean {
  return taskId !== undefined && vantage.request.taskId !== undefined && taskId !== vantage.request.taskId;
}

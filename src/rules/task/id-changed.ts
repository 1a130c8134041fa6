import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The id is asked for by name: another one in the answer is another task. */
export const idChanged: Rule = {
  id: 'task/id-changed',
  title: 'The task in the answer is not the one asked for',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'A task id identifies one task; it is made by the server and given out in the Task. An answer about another id contradicts the request or what was said before.',
    clause: '3.4.2, 4.1.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The id identifies the task; `tasks/get` returns the task asked for.',
        clause: '6.1, 7.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The id identifies the task; `tasks/get` returns the task asked for.',
        clause: '6.1, 7.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller follows, cancels or delivers the wrong task.',
  remedy: 'Build the answer from the stored task with the requested id; never make up a new id on an error path.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { operation, request } = seen.vantage;
        if (request.taskId === undefined || request.taskId === seen.task.id) return undefined;
        if (operation === 'SubscribeToTask') return at.stream?.frames === 0 ? 'certain' : undefined;
        return operation === 'GetTask' || operation === 'CancelTask' ? 'certain' : undefined;
      },
      (seen) =>
        `${seen.vantage.operation} asked for task ${seen.vantage.request.taskId}, and the answer is task ${seen.task.id}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('working', { taskId: 't2' });
    }),
    nearMiss: scene((s) => {
      s.send({ contextId: 'c1' }).task('working', { taskId: 't2' });
      s.call('GetTask', { taskId: 't2' }).task('working', { taskId: 't2' });
    }),
  },
};

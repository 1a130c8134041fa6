import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import { isLive } from '../reads.ts';
import { V1 } from '../revision.ts';

/** A page that says it is all there is. What a list lacks may be lag. */
export const missingCreated: Rule = {
  id: 'list/missing-created',
  title: 'A task that we created is not listed',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'Listing retrieves the tasks that match the filter and are visible to the caller. A task that GetTask finds for the same caller, and that no page of the list for its context holds, contradicts the list. Purged tasks are no finding.',
    clause: '3.1.4',
    revision: V1,
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'suspected',
  why: 'After a lost answer the caller looks for its task there, finds nothing and starts it again.',
  remedy: 'List from the store that serves GetTask, with the same owner and context.',
  clauses: [
    clause(
      'list',
      (seen, at) => {
        const { task } = at;
        if (task.id === undefined || !isLive(at) || task.reads === undefined || task.reads.notFound > 0)
          return undefined;
        const { contextId } = seen.vantage.request;
        if (contextId !== undefined && contextId !== task.contextId) return undefined;
        if (seen.totalSize === undefined || seen.tasks.length < seen.totalSize) return undefined;
        if (task.reads.received === 0 || at.asked < task.reads.received) return undefined;
        if (at.asked - task.stateSince < at.limits.notFoundGraceMs) return undefined;
        return seen.tasks.some(({ id }) => id === task.id) ? undefined : 'suspected';
      },
      (seen, at) => `reads find task ${at.task.id}, and a list that says it holds all ${seen.totalSize} tasks lacks it`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('working');
      s.wait(2_500);
      s.call('ListTasks').list([aTask('working', { taskId: 't2' })], { nextPageToken: '', totalSize: 1 });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('working');
      s.wait(2_500);
      s.call('ListTasks').list([aTask('working', { taskId: 't2' })], { nextPageToken: 'more', totalSize: 2 });
    }),
  },
};

import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** One page. Over gRPC an absent token is an empty one. */
export const pageToken: Rule = {
  id: 'list/page-token',
  title: 'Paging is broken',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.4',
    revision: V1,
    says: 'Paging must use a cursor; `nextPageToken` must always be present, and empty on the last page. Told for a missing token, a token that leads back to a page seen before, tasks that come twice although nothing changed, and pages longer than asked for.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'The caller stops too early or runs in circles.',
  remedy: 'Always send `nextPageToken`, as "" at the end; build the cursor from the last task\'s timestamp and id.',
  clauses: [
    clause(
      'list',
      (seen, at) =>
        seen.nextPageToken === undefined && at.task.peer.claims.binding !== 'GRPC' ? 'certain' : undefined,
      () => 'the page has no nextPageToken, which would be empty on the last one',
    ),
    clause(
      'list',
      (seen) => {
        const { pageSize } = seen.vantage.request;
        return pageSize !== undefined && pageSize > 0 && seen.tasks.length > pageSize ? 'certain' : undefined;
      },
      (seen) => `a page of at most ${seen.vantage.request.pageSize} tasks was asked for, and ${seen.tasks.length} came`,
    ),
  ],
  pair: {
    raises: scene((s) =>
      s.call('ListTasks', { pageSize: 1 }).list([aTask('working'), aTask('working', { taskId: 't2' })]),
    ),
    nearMiss: scene((s) => s.call('ListTasks', { pageSize: 2 }).list([aTask('working')], { nextPageToken: '' })),
  },
};

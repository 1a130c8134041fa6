import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import { readTimestamp } from '../../lifecycle/timestamp.ts';
import type { ListSeen } from '../../protocol/observation.ts';
import { V1 } from '../revision.ts';

/** The item itself says that it doesn't match. */
export const filterIgnored: Rule = {
  id: 'list/filter-ignored',
  title: 'A filter of the list is not applied',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'The list can be filtered by context, state and time; only tasks that match are returned.',
    clause: '3.1.4',
    revision: V1,
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: "The caller takes other conversations' tasks for its own.",
  remedy: 'Apply each filter in the query, before paging.',
  clauses: [
    clause(
      'list',
      (seen) => {
        const { contextId } = seen.vantage.request;
        if (contextId === undefined) return undefined;
        return seen.tasks.some((task) => task.contextId !== undefined && task.contextId !== contextId)
          ? 'certain'
          : undefined;
      },
      (seen) =>
        `the tasks of context ${seen.vantage.request.contextId} were asked for, and one of another context is listed`,
    ),
    clause(
      'list',
      (seen) => {
        const { state } = seen.vantage.request;
        if (state === undefined || state === 'unknown') return undefined;
        return seen.tasks.some((task) => task.state !== state) ? 'certain' : undefined;
      },
      (seen) => `tasks in ${seen.vantage.request.state} were asked for, and one in another state is listed`,
    ),
    clause(
      'list',
      (seen) => (olderIn(seen) === undefined ? undefined : 'certain'),
      (seen) =>
        `tasks with a status of ${seen.vantage.request.updatedAfter} or later were asked for, and one of ${olderIn(seen)} is listed`,
    ),
  ],
  pair: {
    raises: scene((s) =>
      s.call('ListTasks', { contextId: 'c1' }).list([aTask('working', { contextId: 'c2' })], { nextPageToken: '' }),
    ),
    nearMiss: scene((s) => s.call('ListTasks', { contextId: 'c1' }).list([aTask('working')], { nextPageToken: '' })),
  },
};

/** The time of a task whose status is older than was asked for; servers may round to the millisecond. */
function olderIn({ tasks, vantage }: ListSeen): string | undefined {
  const since = readTimestamp(vantage.request.updatedAfter);
  if (since === undefined) return undefined;
  return tasks.find(({ timestamp }) => (readTimestamp(timestamp) ?? since) < since - 1)?.timestamp;
}

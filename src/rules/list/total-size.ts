import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import type { ListSeen } from '../../protocol/observation.ts';
import { V1 } from '../revision.ts';

/** One page. Over gRPC an absent total is 0; so it is in JSON where there is nothing to count. */
export const totalSize: Rule = {
  id: 'list/total-size',
  title: 'The total of the list is missing or too small',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.1.4, 5.7',
    revision: V1,
    says: 'The total is required, and counts the tasks before paging: no page can hold more of them, and where pages follow it is more than this one holds.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'Callers that go by the total stop after the first page, or refuse the whole answer.',
  remedy: 'Count the tasks that match before the page is cut out, and always send `totalSize`.',
  clauses: [
    clause(
      'list',
      (seen, at) =>
        (isMissing(seen) && at.task.peer.claims.binding !== 'GRPC') || isTooSmall(seen) ? 'certain' : undefined,
      (seen) =>
        seen.totalSize === undefined
          ? 'the page has no totalSize'
          : `the page holds ${seen.tasks.length} tasks${seen.nextPageToken ? ' and names a next one' : ''}, and totalSize is ${seen.totalSize}`,
    ),
  ],
  pair: {
    raises: scene((s) => s.call('ListTasks').list([aTask('working')], { nextPageToken: 'p2', totalSize: 1 })),
    nearMiss: scene((s) => s.call('ListTasks').list([aTask('working')], { nextPageToken: '', totalSize: 1 })),
  },
};

/** A total of none is left out by whoever writes the JSON of protocol buffers. */
function isMissing({ tasks, totalSize: total, nextPageToken }: ListSeen): boolean {
  return total === undefined && (tasks.length > 0 || Boolean(nextPageToken));
}

function isTooSmall({ tasks, totalSize: total, nextPageToken }: ListSeen): boolean {
  if (total === undefined) return false;
  return nextPageToken ? total <= tasks.length : total < tasks.length;
}

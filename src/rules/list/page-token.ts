import { pageKey, placeInList } from '../../lifecycle/peer-record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { readTimestamp } from '../../lifecycle/timestamp.ts';
import type { ListSeen } from '../../protocol/observation.ts';
import { V1 } from '../revision.ts';

const FIRST = { taskId: 't1', timestamp: '2026-01-01T00:00:09Z' };
const SECOND = { taskId: 't2', timestamp: '2026-01-01T00:00:02Z' };

/**
 * Over gRPC an absent token is an empty one. A page behind a task can't hold that task, unless it was moved: then its time
 * is another. Of tasks further back it may hold some, where a cursor is the id of a task that has moved.
 */
export const pageToken: Rule = {
  id: 'list/page-token',
  title: 'Paging is broken',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.4',
    revision: V1,
    says: 'Paging must use a cursor; `nextPageToken` must always be present, and empty on the last page. Told for a missing token, a token that leads back to a page seen before, and tasks that come twice although nothing changed.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'either',
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
      (seen, at) => {
        const again = shownAgain(seen, at);
        return (
          again && (again.isNeighbour && readTimestamp(again.task.timestamp) !== undefined ? 'certain' : 'suspected')
        );
      },
      (seen, at) => {
        const again = shownAgain(seen, at);
        const where = again?.isNeighbour
          ? 'was the last one on the page that leads to this one'
          : 'was on an earlier page';
        return `task ${again?.task.id} is listed again unchanged, and ${where}`;
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('ListTasks').list([aTask('working', FIRST)], { nextPageToken: 'p2' });
      s.call('ListTasks', { pageToken: 'p2' }).list([aTask('working', FIRST)]);
    }),
    nearMiss: scene((s) => {
      s.call('ListTasks').list([aTask('working', FIRST)], { nextPageToken: 'p2' });
      s.call('ListTasks', { pageToken: 'p2' }).list([aTask('working', SECOND)], { nextPageToken: '' });
      s.call('ListTasks').list([aTask('working', FIRST)], { nextPageToken: 'p2' });
    }),
  },
};

/** A task that a page shows, and that pages leading to it have shown; rather one that ended the page before it. */
function shownAgain({ tasks, vantage }: ListSeen, { task }: Situation) {
  const key = pageKey(vantage.request, vantage.request.pageToken);
  const shown = (key === undefined ? undefined : task.peer.record?.pages.get(key)) ?? [];
  const known = tasks.filter((listed) => shown.includes(placeInList(listed)));
  const neighbour = known.find((listed) => placeInList(listed) === shown.at(-1));
  const again = neighbour ?? known[0];
  return again && { task: again, isNeighbour: neighbour !== undefined };
}

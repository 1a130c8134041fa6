import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import type { ListSeen } from '../../protocol/observation.ts';
import type { Binding } from '../../protocol/operation.ts';
import { V1 } from '../revision.ts';

/** What a page holds where no size is asked for, and what it holds at most. */
const USUAL = 50;
const MOST = 100;

/** One page. A size that is out of range may be refused or brought into it: no text says which. */
export const pageSize: Rule = {
  id: 'list/page-size',
  title: 'A page of the list is longer than it may be, or does not tell its size',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: '`pageSize` is the most that a page may hold: 50 unless asked for, 100 at most. The answer tells the size that was used, as a required field.',
    clause: '3.1.4, 5.7',
    revision: V1,
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'A caller that asks for a small page has room for no more, and a list that comes as a whole grows until it breaks its readers.',
  remedy:
    'Cut pages to `pageSize`, 50 where none is given and 100 at most, and send the size that was used as `pageSize`.',
  clauses: [
    clause(
      'list',
      (seen) => (seen.tasks.length > mostOf(seen) ? 'certain' : undefined),
      (seen) => `a page may hold ${mostOf(seen)} tasks here, and ${seen.tasks.length} came`,
    ),
    clause(
      'list',
      (seen, at) => {
        if (seen.pageSize === undefined) return isMissing(seen, at.task.peer.claims.binding) ? 'certain' : undefined;
        return seen.pageSize < seen.tasks.length ? 'certain' : undefined;
      },
      ({ tasks, pageSize: told }) =>
        told === undefined
          ? 'the page does not tell its pageSize'
          : `the page says that its size is ${told}, and holds ${tasks.length} tasks`,
    ),
  ],
  pair: {
    raises: scene((s) =>
      s
        .call('ListTasks', { pageSize: 1 })
        .list([aTask('working'), aTask('working', { taskId: 't2' })], { nextPageToken: '', totalSize: 2, pageSize: 1 }),
    ),
    nearMiss: scene((s) =>
      s
        .call('ListTasks', { pageSize: 200 })
        .list([aTask('working')], { nextPageToken: '', totalSize: 1, pageSize: 100 }),
    ),
  },
};

/** Whoever counts what is on the page leaves the size of an empty one out, in the JSON of protocol buffers. */
function isMissing({ tasks }: ListSeen, binding: Binding): boolean {
  return binding !== 'GRPC' && tasks.length > 0;
}

function mostOf({ vantage }: ListSeen): number {
  const { pageSize: asked = USUAL } = vantage.request;
  return asked < 1 ? USUAL : Math.min(asked, MOST);
}

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
    says: 'Paging must use a cursor; `nextPageToken` must always be present, and empty on the last page. Told for a missing token, a token that leads back to a page seen before, and tasks that come twice although nothing changed.',
  },
  appliesTo: { dialects: ['1.0'], bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'The caller stops too early or runs in circles.',
  remedy: 'Always send `nextPageToken`, as "" at the end; build the cursor from the last task\'s timestamp and id.',
  clauses: [
    clause(
      'list',
      (seen) => (seen.nextPageToken === undefined ? 'certain' : undefined),
      () => 'the page has no nextPageToken, which would be empty on the last one',
    ),
  ],
  pair: {
    raises: scene((s) => s.call('ListTasks').list([aTask('working')])),
    nearMiss: scene((s) => s.call('ListTasks').list([aTask('working')], { nextPageToken: '' })),
  },
};

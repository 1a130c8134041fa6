import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aTask, scene } from '../../lifecycle/scene.ts';
import { readTimestamp } from '../../lifecycle/timestamp.ts';
import type { Task } from '../../protocol/model.ts';
import { V1 } from '../revision.ts';

/** Within one page; tasks without a timestamp aren't judged. */
export const order: Rule = {
  id: 'list/order',
  title: 'The list is not sorted by last update',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.4',
    revision: V1,
    says: 'Tasks must be sorted by the time of their status, newest first.',
  },
  appliesTo: { dialects: ['1.0'] },
  certainty: 'certain',
  why: 'A caller that reads the first page misses what changed last.',
  remedy: 'Sort by the status timestamp, descending, with the task id as second key.',
  clauses: [
    clause(
      'list',
      (seen) => (misplacedIn(seen.tasks) === undefined ? undefined : 'certain'),
      (seen) => `task ${misplacedIn(seen.tasks)} is newer than the one listed before it`,
    ),
  ],
  pair: {
    raises: scene((s) =>
      s
        .call('ListTasks')
        .list(
          [
            aTask('working', { taskId: 't1', timestamp: '2026-01-01T00:00:00Z' }),
            aTask('working', { taskId: 't2', timestamp: '2026-01-01T00:00:05Z' }),
          ],
          { nextPageToken: '' },
        ),
    ),
    nearMiss: scene((s) =>
      s
        .call('ListTasks')
        .list(
          [
            aTask('working', { taskId: 't2', timestamp: '2026-01-01T00:00:05Z' }),
            aTask('working', { taskId: 't3' }),
            aTask('working', { taskId: 't1', timestamp: '2026-01-01T00:00:05Z' }),
          ],
          { nextPageToken: '' },
        ),
    ),
  },
};

function misplacedIn(tasks: readonly Task[]): string | undefined {
  let before: number | undefined;
  for (const { id, timestamp } of tasks) {
    const time = readTimestamp(timestamp);
    if (time === undefined) continue;
    if (before !== undefined && time > before + 1) return id;
    before = time;
  }
  return undefined;
}

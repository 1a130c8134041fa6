import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';

/** Reads are not linearizable, so one alone is never certain (D§4). */
export const staleRead: Rule = {
  id: 'task/stale-read',
  title: 'A read shows the task as it was before',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'gap',
    clause: '3.1.3',
    reading:
      'A read returns the current state; nothing is promised about reads from replicas, so one old read proves nothing.',
  },
  certainty: 'suspected',
  why: 'A caller that believes a single read acts on a state that is no longer true.',
  remedy: 'Serve reads of a task from where its events are written, or wait until the replica has caught up.',
  clauses: [
    clause(
      'task',
      (_seen, at) => (at.order === 'stale' ? 'suspected' : undefined),
      (seen, at) =>
        `a read asked after ${at.task.end?.state ?? at.task.state} had been told answered ${seen.task.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working', { timestamp: '2025-01-01T00:00:01Z' });
      s.read('completed', { timestamp: '2025-01-01T00:00:09Z' });
      s.read('working', { timestamp: '2025-01-01T00:00:01Z' });
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working', { timestamp: '2025-01-01T00:00:01Z' });
      const overtaken = s.call('GetTask', { taskId: 't1' });
      s.read('completed', { timestamp: '2025-01-01T00:00:09Z' });
      overtaken.task('working', { timestamp: '2025-01-01T00:00:01Z' });
    }),
  },
};

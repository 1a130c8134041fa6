import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Reads are not linearizable, so one alone is never certain (D§4). */
export const staleRead: Rule = {
  id: 'task/stale-read',
  title: 'A read shows an older task than one already seen',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading:
      'Reads need not be linearizable, replicas lag. A read with an older `status.timestamp`, or a live state after a terminal one, is ignored for settling.',
    clause: '3.1.3',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'Reads need not be linearizable.', clause: '7.3', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'Reads need not be linearizable.', clause: '7.3', revision: V02 } },
  },
  certainty: 'suspected',
  why: 'A caller that polls sees a finished task at work again, and its resume or cancel logic takes the wrong turn.',
  remedy:
    'Write the store before you publish an event, and read from the primary or from a replica that has caught up.',
  clauses: [
    clause(
      'task',
      (seen, at) => (at.order === 'stale' && isRead(seen, at) ? 'suspected' : undefined),
      (seen, at) =>
        `a read asked after ${at.task.end?.state ?? at.task.state} had been told answered ${seen.task.state}`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('submitted', { timestamp: '2025-01-01T00:00:01Z' });
      s.read('working', { timestamp: '2025-01-01T00:00:09Z' });
      s.read('submitted', { timestamp: '2025-01-01T00:00:01Z' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working', { timestamp: '2025-01-01T00:00:01Z' });
      const overtaken = s.call('GetTask', { taskId: 't1' });
      s.read('completed', { timestamp: '2025-01-01T00:00:09Z' });
      overtaken.task('working', { timestamp: '2025-01-01T00:00:01Z' });
    }),
  },
};

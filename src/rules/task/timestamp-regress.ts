import { FACT } from '../../lifecycle/fact.ts';
import { isForeign, runsBack } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A fact whatever the cause; from then on the timestamps of the task no longer say which of two reads is older. */
export const timestampRegress: Rule = {
  id: 'task/timestamp-regress',
  title: 'The status timestamp runs backwards',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'A later status has a timestamp that is not earlier.',
    clause: '4.1.2, 5.6.1',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.2', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '6.2', revision: V02 } },
  },
  certainty: 'either',
  why: 'A caller that orders snapshots by time keeps the older one.',
  remedy: 'Stamp each status when it is recorded, from one clock that does not go back.',
  clauses: [
    clause(
      'status',
      (seen, at) => (isForeign(seen.taskId, at.task) || !runsBack(at, seen.state) ? undefined : 'certain'),
      (seen) => `${seen.state} carries the time ${seen.timestamp}, which is before that of a state told before it`,
      { needs: FACT.clockBack },
    ),
    clause(
      'task',
      (seen, at) => {
        if (at.stamp === undefined || isForeign(seen.task.id, at.task)) return undefined;
        if (runsBack(at, seen.task.state)) return 'certain';
        const { stamp } = at.task;
        const older = stamp !== undefined && at.stamp + at.limits.clockToleranceMs < stamp;
        return older && isRead(seen, at) && at.order === 'newer' && at.task.end === undefined ? 'suspected' : undefined;
      },
      (seen) =>
        `${seen.task.state} carries the time ${seen.task.timestamp}, which is before that of a state told before it`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working', { timestamp: '2026-01-01T00:00:00Z' });
      s.read('completed', { timestamp: '2001-01-01T00:00:00Z' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working', { timestamp: '2026-01-01T00:00:00.900Z' });
      s.read('completed', { timestamp: '2026-01-01T00:00:00.100Z' });
    }),
  },
};

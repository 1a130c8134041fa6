import { configOf } from '../../lifecycle/note-push.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { certaintyOf, isTransient } from '../errors.ts';
import { isLive } from '../reads.ts';
import { V1 } from '../revision.ts';

/** A task that ended unseen may have been purged, and is not found then. */
export const deleteNotIdempotent: Rule = {
  id: 'push/delete-not-idempotent',
  title: 'Deleting a push configuration twice fails',
  severity: 'warning',
  basis: { kind: 'must', clause: '3.1.10', revision: V1, says: 'Deleting must be idempotent.' },
  perDialect: {
    '0.3': { severity: 'note', basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
    '0.2': {
      severity: 'note',
      basis: { kind: 'gap', reading: 'As in 1.0; nothing is said. The method exists since v0.2.5.' },
    },
  },
  certainty: 'either',
  why: 'A retry after a lost answer looks like a failure.',
  remedy: 'Answer the second deletion like the first.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.operation !== 'DeleteTaskPushNotificationConfig' || isTransient(seen)) return undefined;
        const deleted = configOf(seen.vantage, at.task)?.deleted;
        if (deleted === undefined || deleted >= at.asked || !isLive(at)) return undefined;
        return seen.name === 'TaskNotFound' ? 'suspected' : certaintyOf(seen);
      },
      (seen) => `the web-hook had been deleted, and deleting it again was refused as ${seen.name}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).error('InvalidParams');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
    }),
  },
};

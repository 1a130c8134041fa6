import { configOf } from '../../lifecycle/note-push.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { RESULTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A delivery may have been begun before the deletion, however late it arrives. */
export const afterDelete: Rule = {
  id: 'push/after-delete',
  title: 'A push is started after its configuration was deleted',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.10',
    revision: V1,
    says: 'Deleting must remove the configuration for good, and no further notification is sent.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'Deleting removes the configuration. The agent confirmed the deletion and sends all the same.',
        clause: '7.8',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'Deleting removes the configuration. The method exists since v0.2.5. The agent confirmed the deletion and sends all the same.',
        clause: '7.8',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'Data goes to an address that the caller has withdrawn.',
  remedy: 'Check the configuration again right before each attempt, and drop queued attempts on deletion.',
  deliveries: true,
  clauses: clauses(
    RESULTS,
    (seen, at) => {
      const deleted = configOf(seen.vantage, at.task)?.deleted;
      return deleted !== undefined && at.asked - deleted > at.limits.inFlightGraceMs ? 'suspected' : undefined;
    },
    (seen, at) =>
      `the web-hook was deleted ${at.now - (configOf(seen.vantage, at.task)?.deleted ?? 0)} ms ago, and a ${seen.kind} was delivered to it`,
  ),
  pair: {
    raises: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.wait(3_000);
      s.push({ pushUrl: 'https://hook.example/1' }).status('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.push({ pushUrl: 'https://hook.example/1' }).status('working');
    }),
  },
};

import { configOf } from '../../lifecycle/note-push.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1_TOPICS, V02_TOPICS, V03_TOPICS } from '../revision.ts';

/** Repeated delivery is foreseen (§4.3.3); copies that nothing tells apart can't be known from a forgery. */
export const replayed: Rule = {
  id: 'push/replayed',
  title: 'A push can be sent again without being noticed',
  claim: 'pushNotifications',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'topic',
    says: 'Notifications SHOULD carry a time, and a unique id where it matters. Repeated delivery is foreseen (4.3.3). Told when a push that was answered with a 2xx comes again much later, or a third time, and carries neither an id nor a time of its own.',
    clause: 'topics/streaming-and-async',
    revision: V1_TOPICS,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'Notifications should carry a timestamp.',
        clause: 'topics/streaming-and-async',
        revision: V03_TOPICS,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'topic',
        says: 'Notifications should carry a timestamp.',
        clause: 'topics/streaming-and-async',
        revision: V02_TOPICS,
      },
    },
  },
  certainty: 'suspected',
  why: 'Whoever saw one notification can send it again, and the receiver cannot tell.',
  remedy: 'Sign pushes with `iat` and `jti`, or add a delivery id header.',
  deliveries: true,
  clauses: clauses(
    ['status', 'artifact', 'message'],
    (seen, at) => {
      const config = configOf(seen.vantage, at.task);
      return config !== undefined && config.posts > 0 && config.print === at.print && at.stamp === undefined
        ? 'suspected'
        : undefined;
    },
    (seen) => `the same ${seen.kind} was delivered twice, without a time that would tell the copies apart`,
  ),
  pair: {
    raises: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.status('working');
      hook.status('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.status('working', { timestamp: '2026-01-01T00:00:00Z' });
      hook.status('working', { timestamp: '2026-01-01T00:00:01Z' });
    }),
  },
};

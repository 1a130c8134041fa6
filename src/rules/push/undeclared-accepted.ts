import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The card under-declares. */
export const undeclaredAccepted: Rule = {
  id: 'push/undeclared-accepted',
  title: 'Push works although the card denies it',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.3.4',
    revision: V1,
    says: 'Without `pushNotifications: true` all configuration operations must be answered with PushNotificationNotSupportedError.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The method asks for the flag; −32003 is the error when it is false, and servers SHOULD use it.',
        clause: '7.5, 8.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The method asks for the flag; −32003 is the error when it is false, and servers SHOULD use it.',
        clause: '7.5, 8.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: "The agent opens connections to addresses of the caller's choice, and the card does not tell anybody.",
  remedy:
    'Declare `capabilities.pushNotifications: true`, or refuse the operations with PushNotificationNotSupportedError (−32003).',
  clauses: [
    clause(
      'config',
      (seen, at) =>
        at.task.peer.claims.pushNotifications === false && seen.vantage.operation === 'CreateTaskPushNotificationConfig'
          ? 'certain'
          : undefined,
      () => 'the card denies push, and a web-hook was registered',
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).configs({ id: 'p1' });
      },
      { pushNotifications: false },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).error('PushNotificationNotSupported');
      },
      { pushNotifications: false },
    ),
  },
};

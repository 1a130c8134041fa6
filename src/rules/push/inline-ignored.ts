import { isListed } from '../../lifecycle/note-push.ts';
import type { ConfigRecord } from '../../lifecycle/push-record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ConfigSeen } from '../../protocol/observation.ts';
import { isLive } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A registration inside a send, which the agent took. */
export const inlineIgnored: Rule = {
  id: 'push/inline-ignored',
  title: 'A push configuration inside the send is ignored',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The send may carry a configuration, which works whatever the execution mode; a configuration must persist until the end. Declaring push, taking the send and dropping its configuration contradict each other.',
    clause: '3.2.2, 3.1.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The send may carry a configuration for updates after the first answer.',
        clause: '7.1.1, 5.5.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The send may carry a configuration for notifications.',
        clause: '7.1.1, 5.5.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The call-back of a new task never comes, although everything was accepted.',
  remedy: 'Store the configuration of the send once the task exists, before its first event.',
  clauses: [
    clause(
      'config',
      (seen, at) => {
        if (seen.vantage.operation !== 'ListTaskPushNotificationConfigs' || !isLive(at) || at.task.id === undefined)
          return undefined;
        return ignored(seen, at) === undefined ? undefined : 'suspected';
      },
      (seen, at) => `the send registered web-hook ${ignored(seen, at)?.url}, and the list of the task doesn't hold it`,
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send({ pushUrl: 'https://hook.example/1' }).task('working');
        s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs();
      },
      { pushNotifications: true },
    ),
    nearMiss: scene(
      (s) => {
        s.send({ pushUrl: 'https://hook.example/1' }).task('working');
        s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ url: 'https://hook.example/1' });
      },
      { pushNotifications: true },
    ),
  },
};

function ignored(seen: ConfigSeen, at: Situation): ConfigRecord | undefined {
  if (at.task.peer.claims.pushNotifications !== true) return undefined;
  for (let config = at.task.rare?.push?.configs; config !== undefined; config = config.next) {
    if (config.inline && config.deleteAsked === undefined && !isListed(seen, config)) return config;
  }
  return undefined;
}

import { isListed } from '../../lifecycle/note-push.ts';
import type { ConfigRecord } from '../../lifecycle/push-record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ConfigSeen } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Lists may lag, as reads of tasks may. */
export const stillListed: Rule = {
  id: 'push/still-listed',
  title: 'A push configuration is still there after it was deleted',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.10',
    revision: V1,
    says: 'Deleting must remove the configuration for good.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'Deleting removes the configuration. The agent confirmed it, and holds the configuration all the same.',
        clause: '7.8',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'Deleting removes the configuration. The method exists since v0.2.5. The agent confirmed it, and holds the configuration all the same.',
        clause: '7.8',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'What the caller has withdrawn goes on being called, with the credentials that were given along.',
  remedy: 'Delete by task and configuration id from every store and cache, before the deletion is answered.',
  clauses: [
    clause(
      'config',
      (seen, at) => (kept(seen, at) === undefined ? undefined : 'suspected'),
      (seen, at) => `web-hook ${kept(seen, at)?.id ?? ''} was deleted, and a list asked after that still holds it`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).configs({ id: 'p1' });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'p1' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'p1' });
    }),
  },
};

/** A registration that was deleted, that nothing newer has taken the place of, and that a list holds. */
function kept(seen: ConfigSeen, at: Situation): ConfigRecord | undefined {
  if (seen.vantage.operation !== 'ListTaskPushNotificationConfigs') return undefined;
  const first = at.task.rare?.push?.configs;
  for (let config = first; config !== undefined; config = config.next) {
    if (config.deleted === undefined || config.deleted >= at.asked || !isListed(seen, config)) continue;
    let newer = first;
    while (newer !== config && newer !== undefined && !isSame(newer, config)) newer = newer.next;
    if (newer === config) return config;
  }
  return undefined;
}

function isSame(a: ConfigRecord, b: ConfigRecord): boolean {
  return (a.id !== undefined && a.id === b.id) || (a.url !== undefined && a.url === b.url);
}

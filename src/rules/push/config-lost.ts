import { configOf, isListed } from '../../lifecycle/note-push.ts';
import type { ConfigRecord } from '../../lifecycle/push-record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ConfigSeen } from '../../protocol/observation.ts';
import { isLive } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** It has to last until the task ends (§3.1.7), and the task may have ended since the last look, so this is suspected. */
export const configLost: Rule = {
  id: 'push/config-lost',
  title: 'A push configuration disappears before the task ends',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.7',
    revision: V1,
    says: 'A configuration must persist until the task is completed or the configuration is deleted.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A configuration that was set can be retrieved. The agent confirmed the configuration and then denies it. How long it must last is not said.',
        clause: '7.5, 7.6',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The answer to set confirms the configuration, and get returns it. The agent confirmed the configuration and then denies it. How long it must last is not said.',
        clause: '7.5, 7.6',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'A long task ends without the call-back that the caller waits for, with no error anywhere.',
  remedy: 'Store configurations beside the tasks, shared by all replicas and over restarts.',
  clauses: [
    clause(
      'config',
      (seen, at) => (isLive(at) && lostConfig(seen, at) !== undefined ? 'suspected' : undefined),
      (seen, at) =>
        `web-hook ${lostConfig(seen, at)?.id ?? ''} was registered, and ${seen.vantage.operation} doesn't show it`,
    ),
    clause(
      'error',
      (seen, at) => {
        if (seen.name !== 'TaskNotFound' || seen.vantage.operation !== 'GetTaskPushNotificationConfig' || !isLive(at))
          return undefined;
        return isKept(configOf(seen.vantage, at.task), at) ? 'suspected' : undefined;
      },
      () => 'the web-hook was registered, and is not found',
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs();
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.call('DeleteTaskPushNotificationConfig', { taskId: 't1', configId: 'p1' }).configs();
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs();
    }),
  },
};

/** A registration by a call of its own that an answer about registrations ought to hold, and doesn't. */
function lostConfig(seen: ConfigSeen, at: Situation): ConfigRecord | undefined {
  const { operation } = seen.vantage;
  if (operation === 'GetTaskPushNotificationConfig') {
    // An answer that holds another one is `push/other-config`.
    const config = seen.configs.length === 0 ? configOf(seen.vantage, at.task) : undefined;
    return config !== undefined && isKept(config, at) && !isListed(seen, config) ? config : undefined;
  }
  if (operation !== 'ListTaskPushNotificationConfigs') return undefined;
  for (let config = at.task.rare?.push?.configs; config !== undefined; config = config.next) {
    if (!config.inline && isKept(config, at) && !isListed(seen, config)) return config;
  }
  return undefined;
}

function isKept(config: ConfigRecord | undefined, at: Situation): boolean {
  return config?.taken !== undefined && config.taken < at.asked && config.deleteAsked === undefined;
}

import { isListed } from '../../lifecycle/note-push.ts';
import type { ConfigRecord } from '../../lifecycle/push-record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ConfigSeen } from '../../protocol/observation.ts';
import { isLive } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A list that holds the later of two registrations and lacks the earlier one is no old list. */
export const configReplaced: Rule = {
  id: 'push/config-replaced',
  title: 'A second push configuration replaces the first',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.7, 3.1.9',
    revision: V1,
    says: 'Each configuration must persist until the end or its deletion, gets its own id, and the list must return all that are active.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The client sets the id to have several call-backs; the method sets or updates. Only two configurations with different ids are judged: one without an id may update the existing one.',
        clause: '6.8, 7.5',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The id exists to have several call-backs; the method sets or updates. Only from v0.2.5 on, and only for two different ids.',
        clause: '6.8, 7.5',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: "One of two web-hooks goes silent, for example that of a guard beside the caller's own.",
  remedy: 'Give each configuration without an id a new one; never use the task id as the configuration id.',
  clauses: [
    clause(
      'config',
      (seen, at) => (isLive(at) && replaced(seen, at) !== undefined ? 'certain' : undefined),
      (seen, at) => `web-hook ${replaced(seen, at)?.id ?? ''} is gone from the list since another one was registered`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', {
        taskId: 't1',
        configId: 'p1',
        pushUrl: 'https://hook.example/1',
      }).configs({ id: 'p1' });
      s.call('CreateTaskPushNotificationConfig', {
        taskId: 't1',
        configId: 'p2',
        pushUrl: 'https://hook.example/2',
      }).configs({ id: 'p2' });
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'p2', url: 'https://hook.example/2' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', {
        taskId: 't1',
        configId: 'p1',
        pushUrl: 'https://hook.example/1',
      }).configs({ id: 'p1' });
      s.call('CreateTaskPushNotificationConfig', {
        taskId: 't1',
        configId: 'p1',
        pushUrl: 'https://hook.example/2',
      }).configs({ id: 'p1' });
      s.call('ListTaskPushNotificationConfigs', { taskId: 't1' }).configs({ id: 'p1', url: 'https://hook.example/2' });
    }),
  },
};

/** A registration that a list lacks, while it holds one that was asked for after it had been taken. */
function replaced(seen: ConfigSeen, at: Situation): ConfigRecord | undefined {
  if (seen.vantage.operation !== 'ListTaskPushNotificationConfigs') return undefined;
  for (let later = at.task.rare?.push?.configs; later !== undefined; later = later.next) {
    if (later.taken === undefined || !isListed(seen, later)) continue;
    for (let earlier = later.next; earlier !== undefined; earlier = earlier.next) {
      if (earlier.taken === undefined || earlier.taken >= later.asked || earlier.deleteAsked !== undefined) continue;
      if (isOther(earlier, later, at) && !isListed(seen, earlier)) return earlier;
    }
  }
  return undefined;
}

/** In 0.x a registration without an id of ours may take the place of the one before. */
function isOther(earlier: ConfigRecord, later: ConfigRecord, at: Situation): boolean {
  if (earlier.url === later.url) return false;
  if (earlier.askedId !== undefined && later.askedId !== undefined) return earlier.askedId !== later.askedId;
  return at.task.peer.claims.dialect === '1.0';
}

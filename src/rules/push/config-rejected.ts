import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
import { lacksRoute } from '../errors.ts';
import { isLive } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A private or plain-http address may be refused (§13.2), by whatever code; these say that push itself is not there. */
export const configRejected: Rule = {
  id: 'push/config-rejected',
  title: 'Push is declared, but its configuration is refused',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'Creating a configuration is available if the agent supports push; refusing it as unsupported is kept for agents that do not. Declaring push and refusing the call contradict each other. A refusal of a private, loopback or plain-http address is allowed (13.2) and leaves the claim untested.',
    clause: '3.1.7, 3.3.4',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag says that push is supported, and setting a configuration asks for that flag. Declaring push and refusing the call contradict each other.',
        clause: '5.5.2, 7.5',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag stands for the methods `tasks/pushNotificationConfig/*`. Declaring push and refusing the call contradict each other. Listing and deleting exist only since v0.2.5.',
        clause: '5.5.2, 7.5',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A caller that planned to be called back has to find another way at the first task.',
  remedy: 'Wire a configuration store and a sender, or set `capabilities.pushNotifications` to false.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const inline = isSend(seen.vantage.operation) && seen.vantage.request.pushUrl !== undefined;
        if (seen.vantage.operation !== 'CreateTaskPushNotificationConfig' && !inline) return undefined;
        if (at.task.peer.claims.pushNotifications !== true || !isLive(at)) return undefined;
        if (seen.name === 'PushNotificationNotSupported') return 'certain';
        // Whatever else a send is refused for need not be its web-hook.
        if (inline) return undefined;
        if (lacksRoute(seen, at)) return 'certain';
        return seen.name === 'UnsupportedOperation' || asksForId(seen, at) ? 'suspected' : undefined;
      },
      (seen, at) =>
        `the card declares push, and its registration was refused as ${seen.name} (HTTP ${seen.httpStatus})` +
        (asksForId(seen, at) ? ' for want of an id, which the agent has to give' : ''),
    ),
  ],
  pair: {
    raises: scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).error('PushNotificationNotSupported');
      },
      { pushNotifications: true },
    ),
    nearMiss: scene(
      (s) => {
        s.send().task('working');
        s.call('CreateTaskPushNotificationConfig', { taskId: 't1' }).error('InvalidParams');
      },
      { pushNotifications: true },
    ),
  },
};

/** Whether a registration without an id is refused for it: in 1.0 ids are assigned by the agent. */
function asksForId(seen: ErrorSeen, at: Situation): boolean {
  if (at.task.peer.claims.dialect !== '1.0' || seen.vantage.request.configId !== undefined) return false;
  if (seen.name !== 'InvalidParams' && seen.name !== 'InvalidRequest') return false;
  return /(?:^|\b(?:config(?:uration)?|field|param(?:eter)?)\W{1,3})id\b.{0,20}\b(?:required|missing|empty|must)\b/i.test(
    seen.message.slice(0, 200),
  );
}

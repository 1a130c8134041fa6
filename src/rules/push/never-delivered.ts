import { configOf, isDue } from '../../lifecycle/note-push.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The waiting is the listener's, from when a read showed the state that was to be pushed. */
export const neverDelivered: Rule = {
  id: 'push/never-delivered',
  title: 'No push ever arrives',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '4.3.3',
    revision: V1,
    says: 'Agents must attempt delivery at least once for each configured web-hook.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag says that the agent sends push notifications, and the configuration was confirmed. Declaring and confirming push and sending none contradict each other.',
        clause: '5.5.2, 7.5',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The flag says that push is supported, and the configuration was confirmed. Declaring and confirming push and sending none contradict each other.',
        clause: '5.5.2, 7.5',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller waits for a call that will not come; configuration calls that succeed make it look as if all were well.',
  remedy: "Wire a sender to the task's events for every owner and every worker, and log what it could not deliver.",
  deliveries: true,
  clauses: [
    clause(
      'silence',
      (seen, at) => {
        const config = configOf(seen.vantage, at.task);
        return config?.posts === 0 && isDue(config, at) ? 'suspected' : undefined;
      },
      (_seen, at) =>
        `the task has been ${at.task.state} for ${at.now - at.task.stateSince} ms, and nothing was ever delivered to the web-hook`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.read('completed');
      s.push({ pushUrl: 'https://hook.example/1' }).silence(15_000);
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      s.push({ pushUrl: 'https://hook.example/1' }).silence(15_000);
    }),
  },
};

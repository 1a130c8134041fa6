import { configOf } from '../../lifecycle/note-push.ts';
import { isOlder, stateOf } from '../../lifecycle/order.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';

/** Deliveries overtake each other on the way, so this is suspected; receivers read the task anyhow. */
export const outOfOrder: Rule = {
  id: 'push/out-of-order',
  title: 'Pushes arrive in another order than the states',
  claim: 'pushNotifications',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: 'Receivers order pushes by reading the task. The order rule of 3.5.2 stands for streams.',
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
  },
  certainty: 'suspected',
  why: 'A caller that believes the last push takes an old state for the current one.',
  remedy: 'Send the pushes of one task one after the other, each after the answer to the last.',
  deliveries: true,
  clauses: [
    ...clauses(
      ['task', 'status'],
      (seen, at) => {
        const config = configOf(seen.vantage, at.task);
        const state = stateOf(seen);
        if (config?.state === undefined || state === undefined || state === config.state) return undefined;
        return isTerminal(config.state) || isOlder(at.stamp, config.stamp) ? 'suspected' : undefined;
      },
      (seen, at) => `${stateOf(seen)} was delivered after ${configOf(seen.vantage, at.task)?.state}`,
    ),
    clause(
      'artifact',
      (seen, at) => (isTerminal(configOf(seen.vantage, at.task)?.state) ? 'suspected' : undefined),
      (seen, at) =>
        `a piece of artifact ${seen.artifact.artifactId} was delivered after ${configOf(seen.vantage, at.task)?.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.status('completed');
      hook.status('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.status('working');
      hook.status('completed');
    }),
  },
};

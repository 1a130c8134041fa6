import { configOf, isDue } from '../../lifecycle/note-push.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Other deliveries are coverage: which updates count is not listed. The end does. */
export const missesTerminal: Rule = {
  id: 'push/misses-terminal',
  title: 'The end of the task is not pushed',
  claim: 'pushNotifications',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '4.3.3, 3.1.7',
    revision: V1,
    says: 'When the task is updated the agent sends a POST, and it must attempt delivery at least once. Which updates count is not listed. The terminal state, or the first interrupted one, counts; other updates are coverage.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The server decides when to push; typically at terminal and interrupted states.',
        clause: '5.5.2; topics/streaming-and-async',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The server decides when to push; typically at terminal and interrupted states.',
        clause: '5.5.2; topics/streaming-and-async',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The one notification that matters is missing, and the caller waits for the end of a task that has ended.',
  remedy: 'Send the terminal and the interrupted states from the same place that writes them to the store.',
  deliveries: true,
  clauses: [
    clause(
      'silence',
      (seen, at) => {
        const config = configOf(seen.vantage, at.task);
        if (config === undefined || config.posts === 0 || !isDue(config, at)) return undefined;
        return config.state === at.task.reads?.state ? undefined : 'suspected';
      },
      (seen, at) =>
        `reads say ${at.task.reads?.state}, and the last that was pushed is ${configOf(seen.vantage, at.task)?.state ?? 'no state'}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.status('working');
      s.read('completed');
      hook.silence(15_000);
    }),
    nearMiss: scene((s) => {
      s.send().task('submitted');
      s.call('CreateTaskPushNotificationConfig', { taskId: 't1', pushUrl: 'https://hook.example/1' }).configs({
        id: 'p1',
      });
      const hook = s.push({ pushUrl: 'https://hook.example/1' });
      hook.status('completed');
      s.read('completed');
      hook.silence(15_000);
    }),
  },
};

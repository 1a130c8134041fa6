import { clause, type Rule, type Situation } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1 } from '../revision.ts';

/** §3.3.2: a task that has ended can't be canceled. */
export const terminalAccepted: Rule = {
  id: 'cancel/terminal-accepted',
  title: 'A finished task is said to be canceled',
  claim: 'cancel',
  severity: 'error',
  basis: { kind: 'must', clause: '3.3.2', revision: V1 },
  certainty: 'certain',
  why: 'The caller throws away a result that it has paid for.',
  remedy: 'Refuse to cancel a task that has ended, with TaskNotCancelable.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        seen.vantage.operation === 'CancelTask' &&
        seen.task.state === 'canceled' &&
        endedOtherwise(seen.vantage.asked, at)
          ? 'certain'
          : undefined,
      (_seen, at) =>
        `the task had ended as ${at.task.end?.state} before the cancel was asked, and the answer says canceled`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('completed');
      s.wait(100);
      s.cancel('canceled');
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('completed');
      s.wait(100);
      s.call('CancelTask', { taskId: 't1' }).error('TaskNotCancelable');
    }),
  },
};

/** Whether the task is known to have ended otherwise than by a cancel before that time. */
function endedOtherwise(asked: number, at: Situation): boolean {
  const { end } = at.task;
  return end !== undefined && end.received < asked && end.state !== 'canceled';
}

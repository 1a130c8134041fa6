import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { endReadBefore } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A task that ended while the cancel was under way is no breach; how that is told is open. */
export const terminalAccepted: Rule = {
  id: 'cancel/terminal-accepted',
  title: 'The cancel of a finished task is answered as a success',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.5, 3.3.2',
    revision: V1,
    says: 'A completed, failed or rejected task is not cancelable: that is TaskNotCancelableError, and servers must return the appropriate error. The end must have been seen in a read received before the cancel was asked.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'TaskNotCancelable is the error for a task in a terminal state; servers SHOULD use it.',
        clause: '8.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'TaskNotCancelable is the error for a task in a terminal state; servers SHOULD use it.',
        clause: '8.2',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller believes that it stopped work that was done, and throws a paid result away.',
  remedy: 'Check the state first and answer TaskNotCancelableError (−32002).',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (!isAnswer(seen, at) || seen.task.state !== 'canceled') return undefined;
        return at.task.end?.state !== 'canceled' && endReadBefore(at, at.asked) ? 'certain' : undefined;
      },
      (_seen, at) =>
        `the task had ended as ${at.task.end?.state} before the cancel was asked, and the answer says canceled`,
      { needs: FACT.cancel | FACT.terminal | FACT.taskEnded },
    ),
    clause(
      'task',
      (seen, at) => {
        if (!isAnswer(seen, at) || seen.task.state === 'canceled') return undefined;
        return at.task.end?.state === seen.task.state && endReadBefore(at, at.asked) ? 'certain' : undefined;
      },
      (seen) =>
        `the task had ended as ${seen.task.state} before the cancel was asked, and the answer is that task instead of an error`,
      { needs: FACT.cancel | FACT.terminal | FACT.taskEnded },
    ),
    clause(
      'task',
      (seen, at) => {
        if (!isAnswer(seen, at) || seen.task.state === 'canceled') return undefined;
        return isTerminal(seen.task.state) && !endReadBefore(at, at.asked) ? 'certain' : undefined;
      },
      (seen) =>
        `the task ended as ${seen.task.state} while the cancel was under way, and the answer tells it as a success`,
      {
        needs: FACT.cancel | FACT.terminal,
        severity: 'note',
        basis: {
          kind: 'gap',
          clause: '3.1.5',
          revision: V1,
          reading: 'A lost race is told by TaskNotCancelableError or by the finished task.',
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.wait(100);
      s.cancel('canceled');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      const cancel = s.call('CancelTask', { taskId: 't1' });
      s.read('canceled');
      cancel.task('canceled');
      s.wait(100);
      s.call('CancelTask', { taskId: 't1' }).error('TaskNotFound');
    }),
  },
};

function isAnswer({ vantage, task }: TaskSeen, at: Situation): boolean {
  return vantage.operation === 'CancelTask' && !isForeign(task.id, at.task);
}

import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { lacksRoute } from '../errors.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** TaskNotCancelable is about this task at this moment; these say that there is no cancel at all. */
export const unsupported: Rule = {
  id: 'cancel/unsupported',
  title: 'The agent cannot cancel at all',
  claim: 'cancel',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'A running task can be cancelled. The card has no flag for it, and success is not guaranteed.',
    clause: '3.1.5',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '11.1.2',
        revision: V03,
        says: 'An agent must implement `tasks/cancel`. −32601 breaks it. Another refusal is best effort.',
      },
    },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.4', revision: V02 } },
  },
  certainty: 'either',
  why: 'A delegation that runs away cannot be stopped, and nothing warned the caller.',
  remedy:
    'Implement the cancel handler; if work cannot be stopped, answer TaskNotCancelableError and say so in the documentation.',
  clauses: [
    clause(
      'error',
      (seen, at) => (seen.vantage.operation === 'CancelTask' && lacksRoute(seen, at) ? 'certain' : undefined),
      (seen) => `the cancel was refused as ${seen.name} (HTTP ${seen.httpStatus})`,
      { needs: FACT.cancel },
    ),
    clause(
      'task',
      (seen, at) => {
        const { cancel } = at.task;
        if (cancel?.answered === undefined || !isRead(seen, at) || isTerminal(seen.task.state)) return undefined;
        if (cancel.error !== 'UnsupportedOperation' && cancel.error !== 'InternalError') return undefined;
        return at.order === 'newer' && at.asked > cancel.answered ? 'suspected' : undefined;
      },
      (seen, at) =>
        `the cancel was refused as ${at.task.cancel?.error}, and a read asked after that says ${seen.task.state}`,
      { needs: FACT.read | FACT.cancelAsked },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('CancelTask', { taskId: 't1' }).error('MethodNotFound');
      s.read('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('CancelTask', { taskId: 't1' }).error('TaskNotCancelable');
      s.read('working');
    }),
  },
};

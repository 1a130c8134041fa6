import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { endReadBefore, isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** That the server is in trouble may be true of any call, so an internal error alone is not certain. */
export const wrongError: Rule = {
  id: 'cancel/wrong-error',
  title: 'A cancel is refused with an error that does not fit',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.5, 5.4',
    revision: V1,
    says: 'A task that cannot be cancelled is TaskNotCancelableError, an unknown one TaskNotFoundError; errors must be mapped to their codes (5.4) and must be appropriate (3.3.2). UnsupportedOperationError is fine for an agent that never cancels.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Servers SHOULD use the A2A codes where they apply. 11.1.5 makes the codes of section 8 a must, but −32603 is one of them.',
        clause: '8.2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'Servers SHOULD use the A2A codes where they apply.',
        clause: '8.2',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'The caller cannot tell a task that is over from a server in trouble, and retries or gives up wrongly.',
  remedy:
    'Answer TaskNotCancelableError (−32002) for a task that cannot be cancelled and TaskNotFoundError (−32001) for an unknown one.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        if (seen.vantage.operation !== 'CancelTask' || !endReadBefore(at, at.asked)) return undefined;
        if (seen.name === 'InternalError') return 'suspected';
        return WRONG.has(seen.name) ? 'certain' : undefined;
      },
      (seen, at) =>
        `the task had ended as ${at.task.end?.state}, and the cancel was refused as ${seen.name} (code ${seen.code})`,
      { needs: FACT.cancel },
    ),
    clause(
      'error',
      (seen, at) =>
        seen.vantage.operation === 'CancelTask' && seen.name === 'UnsupportedOperation' && endReadBefore(at, at.asked)
          ? 'suspected'
          : undefined,
      (_seen, at) => `the task had ended as ${at.task.end?.state}, and the cancel was refused as not supported at all`,
      {
        needs: FACT.cancel,
        severity: 'note',
        basis: {
          kind: 'gap',
          reading:
            'UnsupportedOperationError says that no task can be cancelled, TaskNotCancelableError that this one can’t.',
          clause: '3.1.5',
          revision: V1,
        },
      },
    ),
    clause(
      'task',
      (seen, at) => {
        const { cancel } = at.task;
        if (cancel?.error !== 'TaskNotFound' || cancel.answered === undefined || !isRead(seen, at)) return undefined;
        return at.asked > cancel.answered && !isForeign(seen.task.id, at.task) ? 'suspected' : undefined;
      },
      () => 'the cancel was refused because there is no such task, and a read asked after that shows it',
      { needs: FACT.read | FACT.cancelAsked },
    ),
    clause(
      'task',
      (seen, at) => {
        const { cancel } = at.task;
        if (cancel?.error !== 'InternalError' || cancel.answered === undefined || !isRead(seen, at)) return undefined;
        if (!isTerminal(seen.task.state) || seen.task.state === 'canceled') return undefined;
        return at.asked > cancel.answered ? 'suspected' : undefined;
      },
      (seen) => `the cancel came to an internal error, and a read asked after that says ${seen.task.state}`,
      { needs: FACT.read | FACT.cancelAsked | FACT.terminal },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.call('CancelTask', { taskId: 't1' }).error('InvalidParams');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.call('CancelTask', { taskId: 't1' }).error('TaskNotFound');
    }),
  },
};

/** Errors that say neither that the task is over, nor that it is gone, nor that this agent cancels nothing. */
const WRONG: ReadonlySet<A2AErrorName> = new Set([
  'InvalidParams',
  'InvalidRequest',
  'InvalidAgentResponse',
  'ContentTypeNotSupported',
  'PushNotificationNotSupported',
  'ParseError',
]);

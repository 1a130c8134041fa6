import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** `working` as the answer is allowed, and costs the caller its certainty. */
export const notTerminal: Rule = {
  id: 'cancel/not-terminal',
  title: 'The answer to a cancel is a task that is not over',
  claim: 'cancel',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'The answer shows `canceled` or another terminal state.',
    clause: '3.1.5',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.4', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.4', revision: V02 } },
  },
  certainty: 'certain',
  why: 'The caller does not know whether its cancel was taken, and must go on reading.',
  remedy: 'Wait for the run to stop and answer with `canceled`; if it cannot stop, answer TaskNotCancelableError.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        seen.vantage.operation === 'CancelTask' && !isTerminal(seen.task.state) && !isForeign(seen.task.id, at.task)
          ? 'certain'
          : undefined,
      (seen) => `the cancel was answered with a task that is ${seen.task.state}`,
      { needs: FACT.cancel },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.cancel('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.cancel('canceled');
    }),
  },
};

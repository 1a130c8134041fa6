import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';
import { isActive } from './active.ts';

/**
 * In 1.0 a send waits unless it says otherwise (§3.2.2); in 0.x only one that says so. The answer holds the latest state,
 * and a task that has paused may go on in the very moment before that is read (§7.6.1): one answer alone is no proof.
 */
export const blockingReturnsEarly: Rule = {
  id: 'task/blocking-returns-early',
  title: 'A blocking send returns before the task pauses or ends',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.2.2',
    revision: V1,
    says: 'Without `returnImmediately` the send must wait until the task is terminal or interrupted, and the answer must hold the latest state with all artifacts.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'With `blocking: true` the client waits for the task to complete; the server may reject that for a long task. Applies only when `blocking: true` was sent.',
        clause: '7.1.1',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: '`blocking` asks the server to treat the client as blocking. What that promises is not said. Applies only when `blocking: true` was sent.',
        clause: '7.1.1',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'A caller that takes the answer for the result delivers nothing.',
  remedy: 'Hold the answer until the task is terminal or interrupted, unless `returnImmediately: true` was sent.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (seen.vantage.operation !== 'SendMessage' || !isActive(seen.task.state)) return undefined;
        const { blocking } = seen.vantage.request;
        const waits = at.task.peer.claims.dialect === '1.0' ? blocking !== false : blocking === true;
        return waits ? 'suspected' : undefined;
      },
      (seen) => `a send that waits was answered while the task was ${seen.task.state}`,
      { needs: FACT.send },
    ),
  ],
  pair: {
    raises: scene((s) => s.call('SendMessage', { blocking: true }).task('working')),
    nearMiss: scene((s) => s.call('SendMessage', { blocking: true }).task('auth-required')),
  },
};

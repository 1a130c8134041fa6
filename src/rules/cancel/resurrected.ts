import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead, regressLasts } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A canceled task that is told in another state. A cancel answered with another state leaves any end open. */
export const resurrected: Rule = {
  id: 'cancel/resurrected',
  title: 'A cancelled task ends in another state',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: '`canceled` is terminal, and a terminal task cannot restart. `canceled` is final.',
    clause: '4.1.3; topics/life-of-a-task',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted. `canceled` is final.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted (in the text since v0.2.4). `canceled` is final.',
        clause: '6.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller has told its user that the job was stopped, and it was carried out.',
  remedy: 'Let no late worker write to a cancelled task.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if (at.task.end?.state !== 'canceled' || seen.task.state === 'canceled') return undefined;
        if (isForeign(seen.task.id, at.task)) return undefined;
        if (isTerminal(seen.task.state)) return 'certain';
        if (at.order !== 'stale' || !isRead(seen, at) || at.task.reads === undefined) return undefined;
        return at.task.reads.endedAt !== 0 && regressLasts(at) ? 'certain' : undefined;
      },
      (seen) => `the agent had said canceled, and then ${seen.task.state}`,
      { needs: FACT.taskEnded },
    ),
    clause(
      'status',
      (seen, at) => {
        if (at.task.end?.state !== 'canceled' || !isTerminal(seen.state) || seen.state === 'canceled') return undefined;
        return isForeign(seen.taskId, at.task) ? undefined : 'certain';
      },
      (seen) => `the agent had said canceled, and a stream then told ${seen.state}`,
      { needs: FACT.terminal | FACT.taskEnded },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.cancel('canceled');
      s.wait(2_000);
      s.read('completed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.cancel('working');
      s.wait(2_000);
      s.read('completed');
    }),
  },
};

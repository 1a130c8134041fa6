import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { FLAG } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead, regressLasts } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** D§4, invariant 5: a settled task is still read, and a contradiction told. */
export const flips: Rule = {
  id: 'settle/flips',
  title: 'A settled task changes its outcome',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'invariant',
    says: 'A terminal task does not change any more, says the topic page. A settled state is final. It is read on for 10 minutes.',
    clause: '4.1.3; topics/life-of-a-task',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted. A settled state is final.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A task in a terminal state cannot be restarted (in the text since v0.2.4). A settled state is final.',
        clause: '6.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller has already reported an outcome that is no longer true.',
  remedy:
    'Guard the store against writes to a terminal task; look for clean-up code and late workers that write `failed` or `completed`.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        if ((at.task.flags & FLAG.settled) === 0 || isForeign(seen.task.id, at.task)) return undefined;
        if (isTerminal(seen.task.state)) return seen.task.state === at.task.reads?.state ? undefined : 'certain';
        return isRead(seen, at) && at.order === 'stale' && regressLasts(at) ? 'certain' : undefined;
      },
      (seen, at) => `two reads had settled the task as ${at.task.reads?.state}, and now it is ${seen.task.state}`,
      { needs: FACT.taskEnded },
    ),
    clause(
      'status',
      (seen, at) => {
        if ((at.task.flags & FLAG.settled) === 0 || !isTerminal(seen.state)) return undefined;
        return seen.state === at.task.reads?.state || isForeign(seen.taskId, at.task) ? undefined : 'certain';
      },
      (seen, at) => `two reads had settled the task as ${at.task.reads?.state}, and a stream tells ${seen.state}`,
      { needs: FACT.terminal | FACT.taskEnded },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('failed');
      s.wait(1_000);
      s.read('failed');
      s.wait(1_000);
      s.read('completed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('failed');
      s.wait(1_000);
      s.read('failed');
      s.wait(1_000);
      s.read('working');
      s.wait(1_000);
      s.call('GetTask', { taskId: 't1' }).error('TaskNotFound');
    }),
  },
};

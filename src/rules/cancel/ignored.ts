import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead, regressLasts } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Success is not promised (§3.1.5), but `canceled` is an answer about the task as it is. */
export const ignored: Rule = {
  id: 'cancel/ignored',
  title: 'The cancel is acknowledged, and the task runs on',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The agent attempts to cancel and returns the updated task; success is not guaranteed. Saying `canceled` and working on contradict each other. It is also an invariant of ours.',
    clause: '3.1.5, 3.1.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The server attempts to cancel; success is not guaranteed. Saying `canceled` and working on contradict each other.',
        clause: '7.4, 7.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The answer is the task after the attempt, ideally `canceled`. Saying `canceled` and working on contradict each other.',
        clause: '7.4, 7.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'Work that nobody wants goes on, with costs and side effects at the vendor.',
  remedy: 'Stop the run when the cancel comes in; where that is impossible, answer TaskNotCancelableError.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { cancel, reads } = at.task;
        if (cancel?.state !== 'canceled' || !isRead(seen, at) || at.order !== 'stale') return undefined;
        if (isTerminal(seen.task.state) || (reads !== undefined && reads.endedAt !== 0)) return undefined;
        return regressLasts(at) ? 'certain' : 'suspected';
      },
      (seen) => `the cancel was answered with canceled, and a read asked after that says ${seen.task.state}`,
      { needs: FACT.read | FACT.cancelAsked },
    ),
    clause(
      'status',
      (seen, at) => {
        const { cancel } = at.task;
        if (cancel?.state !== 'canceled' || cancel.answered === undefined || isTerminal(seen.state)) return undefined;
        if (isTerminal(at.stream?.state) || isForeign(seen.taskId, at.task)) return undefined;
        return at.now - cancel.answered > at.limits.inFlightGraceMs ? 'suspected' : undefined;
      },
      (seen, at) =>
        `${at.now - (at.task.cancel?.answered ?? 0)} ms after the cancel was answered with canceled, a stream tells ${seen.state}`,
      { needs: FACT.cancelAsked },
    ),
    clause(
      'task',
      (seen, at) => {
        const { cancel, reads } = at.task;
        if (cancel?.answered === undefined || cancel.state === undefined || isTerminal(cancel.state)) return undefined;
        if (!isRead(seen, at) || (seen.task.state !== 'completed' && seen.task.state !== 'failed')) return undefined;
        if (reads === undefined || reads.endedAt !== 0 || isTerminal(cancel.before)) return undefined;
        return reads.asked - cancel.answered > at.limits.runOnMs ? 'suspected' : undefined;
      },
      (seen, at) =>
        `the cancel was answered with ${at.task.cancel?.state}, and the task ran on until it was ${seen.task.state}`,
      {
        needs: FACT.read | FACT.terminal | FACT.cancelAsked,
        severity: 'warning',
        basis: {
          kind: 'gap',
          clause: '3.1.5',
          revision: V1,
          reading: 'An agent that answers without an error stops the work. The text does not promise it.',
        },
      },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.cancel('canceled');
      for (let read = 0; read < 3; read++) {
        s.wait(5_000);
        s.read('working');
      }
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      const read = s.call('GetTask', { taskId: 't1' });
      s.cancel('canceled');
      read.task('working');
      s.wait(1_000);
      s.read('canceled');
    }),
  },
};

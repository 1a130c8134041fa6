import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';
import { isRead, regressLasts } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Told of an answer that says canceled by what reads go on saying; of any other answer only after a long time. */
export const neverSettles: Rule = {
  id: 'cancel/never-settles',
  title: 'After an accepted cancel the task never comes to an end',
  claim: 'cancel',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The cancel returns the updated state, and GetTask returns the current one. Saying `canceled` in one and a live state in the other contradict each other. It is also an invariant of ours: `canceled` counts once reads say so.',
    clause: '3.1.5, 3.1.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The cancel returns the final state, `tasks/get` the current one.',
        clause: '7.4, 7.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The cancel returns the state after the attempt, `tasks/get` the current one.',
        clause: '7.4, 7.3',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'A caller that polls until the task is over polls for ever.',
  remedy:
    'Write `canceled` to the store before you answer, from the handler of the cancel itself when the producer is already gone.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { cancel, reads } = at.task;
        if (cancel?.state !== 'canceled' || !isRead(seen, at) || at.order !== 'stale') return undefined;
        if (isTerminal(seen.task.state) || (reads !== undefined && reads.endedAt !== 0)) return undefined;
        return regressLasts(at) ? 'certain' : undefined;
      },
      (seen) => `the cancel was answered with canceled, and all reads since say ${seen.task.state}`,
      { needs: FACT.read | FACT.cancelAsked },
    ),
    clause(
      'task',
      (seen, at) => {
        const { cancel, reads } = at.task;
        if (cancel?.answered === undefined || cancel.state === undefined || isTerminal(cancel.state)) return undefined;
        if (!isRead(seen, at) || isTerminal(seen.task.state) || at.order !== 'newer' || reads === undefined)
          return undefined;
        const lasting = at.asked - cancel.answered >= at.limits.cancelEndMs && reads.received > cancel.answered;
        return lasting ? 'suspected' : undefined;
      },
      (seen, at) =>
        `the cancel was answered with ${at.task.cancel?.state} ${at.now - (at.task.cancel?.answered ?? 0)} ms ago, and the task is still ${seen.task.state}`,
      {
        needs: FACT.read | FACT.cancelAsked,
        severity: 'warning',
        basis: {
          kind: 'gap',
          clause: '3.1.5',
          revision: V1,
          reading: 'After an accepted cancel the task ends within the watch bound. Success is not guaranteed.',
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
      s.cancel('canceled');
      s.read('working');
      s.wait(5_000);
      s.read('canceled');
      s.wait(5_000);
      s.read('canceled');
    }),
  },
};

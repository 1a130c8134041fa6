import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTransient } from '../errors.ts';
import { V1 } from '../revision.ts';

/** Both readings of the text are taken; the peer's is written down. */
export const notIdempotent: Rule = {
  id: 'cancel/not-idempotent',
  title: 'A second cancel is answered with an error',
  severity: 'note',
  basis: {
    kind: 'gap',
    reading: "Both readings are accepted; the peer's is written down.",
    clause: '3.3.1, 3.1.5',
    revision: V1,
  },
  certainty: 'certain',
  why: 'A retry after a lost answer looks like a failed cancel.',
  remedy: 'Answer a repeated cancel with the stored `canceled` task.',
  clauses: [
    clause(
      'error',
      (seen, at) => {
        const { cancel, reads } = at.task;
        if (seen.vantage.operation !== 'CancelTask' || reads?.state !== 'canceled' || reads.endedAt >= at.asked)
          return undefined;
        if (cancel === undefined || cancel.vantageId === seen.vantage.id || cancel.state !== 'canceled')
          return undefined;
        if (seen.name === 'TaskNotFound' || seen.name === 'InternalError') return undefined;
        return isTransient(seen) ? undefined : 'certain';
      },
      (seen) => `the task was canceled, and a second cancel was refused as ${seen.name}`,
      { needs: FACT.cancel },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.cancel('canceled');
      s.read('canceled');
      s.call('CancelTask', { taskId: 't1' }).error('TaskNotCancelable');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.cancel('canceled');
      s.read('canceled');
      s.cancel('canceled');
    }),
  },
};

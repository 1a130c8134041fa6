import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';

/** D§8: reading goes on while a cancel is unanswered. */
export const hangs: Rule = {
  id: 'cancel/hangs',
  title: 'A cancel is not answered',
  claim: 'cancel',
  severity: 'warning',
  basis: { kind: 'policy', says: 'A cancel is answered within ten seconds; the task may take longer to stop.' },
  certainty: 'suspected',
  why: 'A caller that waits for the answer can neither go on nor give up.',
  remedy: 'Answer a cancel at once, with the state that the task has by then.',
  clauses: [
    clause(
      'silence',
      (seen, at) =>
        seen.vantage.operation === 'CancelTask' && at.task.cancel?.answered === undefined ? 'suspected' : undefined,
      (seen) => `the cancel was not answered within ${seen.bound.ms} ms`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.call('CancelTask', { taskId: 't1' }).silence(10_000);
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.cancel('working');
      s.call('GetTask', { taskId: 't1' }).silence(10_000);
    }),
  },
};

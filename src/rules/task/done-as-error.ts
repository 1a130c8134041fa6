import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged where the task waited for the message, so that nothing else can have let it go on. */
export const doneAsError: Rule = {
  id: 'task/done-as-error',
  title: 'A message is answered by an error, and done',
  claim: 'task',
  severity: 'warning',
  basis: {
    kind: 'gap',
    reading: 'What was taken and done is answered by its task.',
    clause: '3.1.1',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.1', revision: V03 } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0.', clause: '7.1', revision: V02 } },
  },
  certainty: 'suspected',
  why: 'The caller sends the message once more or gives the task up, while the result lies ready.',
  remedy: 'Answer with the stored task where the result of the run got lost on its way to the caller.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const turn = at.task.rare?.turn;
        if (turn?.error !== 'InternalError' || turn.before !== 'input-required' || !isRead(seen, at)) return undefined;
        if (seen.task.state !== 'completed' || turn.answered === undefined) return undefined;
        return at.asked > turn.answered ? 'suspected' : undefined;
      },
      () => 'the answer to the question was refused by an internal error, and the task is completed',
      { needs: FACT.read | FACT.terminal | FACT.rare },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1' }).error('InternalError');
      s.read('completed', { artifacts: { a1: 'all of it' } });
    }),
    nearMiss: scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1' }).error('InternalError');
      s.read('failed');
    }),
  },
};

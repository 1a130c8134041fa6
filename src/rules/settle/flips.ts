import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';

/** D§4: two different terminal states are certain, however reads may lag. */
export const flips: Rule = {
  id: 'settle/flips',
  title: 'The end changes from read to read',
  claim: 'task',
  severity: 'error',
  basis: { kind: 'policy', says: 'A task is over only when reads agree on how it ended.' },
  certainty: 'certain',
  why: 'Success and failure are a matter of when the caller looked.',
  remedy: 'Keep one stored end for a task and answer every read from it.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        if (seen.vantage.operation !== 'GetTask' || !isTerminal(seen.task.state)) return undefined;
        return isTerminal(reads?.state) && reads.state !== seen.task.state ? 'certain' : undefined;
      },
      (seen, at) => `one read said ${at.task.reads?.state}, a later one says ${seen.task.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('failed');
      s.wait(1_000);
      s.read('completed');
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('input-required');
      s.wait(1_000);
      s.read('failed');
      s.wait(1_000);
      s.read('failed');
    }),
  },
};

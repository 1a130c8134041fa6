import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal } from '../../protocol/task-state.ts';

/** Cancel is best effort (§3.1.5), so `working` as its answer is allowed, and costs the caller its certainty. */
export const notTerminal: Rule = {
  id: 'cancel/not-terminal',
  title: 'The answer to a cancel leaves the task open',
  claim: 'cancel',
  severity: 'warning',
  basis: {
    kind: 'gap',
    clause: '3.1.5',
    reading: 'An agent that takes a cancel answers with the state that the cancel led to.',
  },
  certainty: 'certain',
  why: 'The caller cannot tell whether the cancel was taken, and has to go on reading.',
  remedy: 'Answer once the task is canceled, or refuse with TaskNotCancelable.',
  clauses: [
    clause(
      'task',
      (seen) => (seen.vantage.operation === 'CancelTask' && !isTerminal(seen.task.state) ? 'certain' : undefined),
      (seen) => `the cancel was answered with a task that is ${seen.task.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.cancel('working');
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.cancel('completed');
    }),
  },
};

import { clause, type Rule, type Situation } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isTerminal, type TaskState } from '../../protocol/task-state.ts';
import { regressLasts } from '../reads.ts';

/** The seeds' first invariant. A canceled task that comes back is `cancel/resurrected`. */
export const terminalOverwritten: Rule = {
  id: 'task/terminal-overwritten',
  title: 'A terminal state is replaced by another state',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    says: 'Terminal states are final (invariant of the source documents; in A2A only a topic page says so).',
  },
  certainty: 'certain',
  why: 'The caller has acted on an end that is taken back: the work is paid for twice, or its result is lost.',
  remedy: 'Refuse every state change of a task that has ended; write the end atomically.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { end } = at.task;
        if (end === undefined || end.state === 'canceled' || end.state === seen.task.state) return undefined;
        if (isTerminal(seen.task.state)) return 'certain';
        return at.order === 'stale' && regressLasts(seen, at) ? 'certain' : undefined;
      },
      (seen, at) => `${at.task.end?.state} had been told, and then ${seen.task.state}`,
    ),
    clause(
      'status',
      (seen, at) => (contradictsEnd(seen.state, at) ? 'certain' : undefined),
      (seen, at) => `${at.task.end?.state} had been told, and a stream told ${seen.state}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('completed');
      s.wait(1_000);
      s.read('failed');
    }),
    nearMiss: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('completed');
      s.wait(1_000);
      s.read('working');
      s.wait(5_000);
      s.read('completed');
      s.wait(5_000);
      s.read('working');
    }),
  },
};

function contradictsEnd(state: TaskState, at: Situation): boolean {
  const { end } = at.task;
  return end !== undefined && end.state !== 'canceled' && isTerminal(state) && state !== end.state;
}

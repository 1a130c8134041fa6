import { FACT } from '../../lifecycle/fact.ts';
import { sendsUndeclared } from '../../lifecycle/note-turn.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { FLAG } from '../../lifecycle/record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Observation } from '../../protocol/observation.ts';
import { isInterrupted, type TaskState } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged once the task has come somewhere: it may still be refused by ending as failed or rejected. */
export const undeclaredInputAccepted: Rule = {
  id: 'modes/undeclared-input-accepted',
  title: 'Input in a mode that the card does not list is accepted',
  severity: 'warning',
  basis: { kind: 'gap', reading: 'What the card does not list is refused.', clause: '3.1.1, 13.4', revision: V1 },
  perDialect: {
    '0.3': { severity: 'note', basis: { kind: 'gap', reading: 'As in 1.0.', clause: '8.2', revision: V03 } },
    '0.2': { severity: 'note', basis: { kind: 'gap', reading: 'As in 1.0.', clause: '8.2', revision: V02 } },
  },
  certainty: 'certain',
  why: 'The agent works on content that it may not understand, and completes all the same.',
  remedy: 'Refuse media types outside the declared modes with ContentTypeNotSupportedError (−32005), or declare them.',
  clauses: [
    clause(
      'task',
      (seen, at) => (isTaken(seen.task.state, seen, at) && !isForeign(seen.task.id, at.task) ? 'certain' : undefined),
      (seen) => `a message of a type that the card doesn't list led to ${seen.task.state}`,
      { needs: FACT.undeclaredInput },
    ),
    clause(
      'status',
      (seen, at) => (isTaken(seen.state, seen, at) && !isForeign(seen.taskId, at.task) ? 'certain' : undefined),
      (seen) => `a message of a type that the card doesn't list led to ${seen.state}`,
      { needs: FACT.undeclaredInput },
    ),
    clause(
      'message',
      (seen, at) => (sendsUndeclared(seen.vantage, at) ? 'certain' : undefined),
      () => "a message of a type that the card doesn't list was answered",
      { needs: FACT.undeclaredInput },
    ),
  ],
  pair: {
    raises: scene((s) => s.call('SendMessage', { blocking: true, inputModes: ['image/png'] }).task('completed'), {
      inputModes: ['text/plain'],
    }),
    nearMiss: scene((s) => s.call('SendMessage', { blocking: true, inputModes: ['image/png'] }).task('rejected'), {
      inputModes: ['text/plain'],
    }),
  },
};

/** Elsewhere than in the answer to the message itself, a state that the task waits in may be an old one. */
function isTaken(state: TaskState, { vantage }: Observation, at: Situation): boolean {
  if (sendsUndeclared(vantage, at)) return state === 'completed' || isInterrupted(state);
  return (at.task.flags & FLAG.undeclaredInput) !== 0 && state === 'completed';
}

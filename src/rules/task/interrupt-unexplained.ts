import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { isInterrupted } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** What a task asks for may have been told elsewhere: for input in what it has shown, for authorization out of band. */
export const interruptUnexplained: Rule = {
  id: 'task/interrupt-unexplained',
  title: 'A task waits for its caller and does not say for what',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '7.6.1',
    revision: V1,
    says: 'A task that needs authorization must have a status message that explains which, unless that was agreed out of band. A question for input is told by the status message as well; told where a task that asks for input shows no text at all, neither in its status nor in its history or an artifact.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The message of a status gives details on it to the client, such as the question that is to be answered.',
        clause: '6.2',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The message of a status gives details on it to the client, such as the question that is to be answered.',
        clause: '6.2',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'Nobody can answer a question that was never asked: the task waits until somebody gives it up.',
  remedy: 'Put what is needed, in words for a person, into the message of the status that waits for it.',
  clauses: [
    clause(
      'status',
      (seen) => (seen.state === 'auth-required' && seen.message === undefined ? 'suspected' : undefined),
      () => WORDS['auth-required'],
      { needs: FACT.interrupted },
    ),
    clause(
      'task',
      (seen) => (saysNothing(seen) ? 'suspected' : undefined),
      (seen) => (seen.task.state === 'auth-required' ? WORDS['auth-required'] : WORDS['input-required']),
      { needs: FACT.interrupted },
    ),
  ],
  pair: {
    raises: scene((s) => s.send().task('input-required')),
    nearMiss: scene((s) => s.send().task('input-required', { message: aMessage('which one?') })),
  },
};

const WORDS = {
  'auth-required': 'the task waits for authorization, and its status has no message that says for which',
  'input-required': 'the task waits for input, and neither its status nor anything else that it shows says for what',
} as const;

/** A read that asks for no history shows no question that was put there. */
function saysNothing({ task, vantage }: TaskSeen): boolean {
  if (!isInterrupted(task.state) || task.statusMessage !== undefined) return false;
  if (task.state === 'auth-required') return true;
  if (vantage.request.historyLength === 0 || vantage.operation === 'SubscribeToTask') return false;
  return (task.artifacts ?? []).length === 0 && !(task.history ?? []).some(({ role }) => role !== 'user');
}

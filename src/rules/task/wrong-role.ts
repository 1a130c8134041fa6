import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { isInterrupted } from '../../protocol/task-state.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The message of a status that asks for nothing may be one of the user's, which it is about. */
export const wrongRole: Rule = {
  id: 'task/wrong-role',
  title: 'The agent speaks in the role of its user',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The role of a message says who sent it. An answer or a question that comes from the agent is its own.',
    clause: '4.1.4, 4.1.5',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The role identifies the sender: `user` for the client, `agent` for the service.',
        clause: '6.4',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The role indicates the sender: `user` from the client, `agent` from the server.',
        clause: '6.4',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'Clients that show or keep what agents say leave the answer out, or give it back to the agent as their own words.',
  remedy: 'Build each message of the agent anew, with the role `agent`, instead of sending back the one that came in.',
  clauses: [
    clause(
      'message',
      (seen) => (seen.message.role === 'user' ? 'certain' : undefined),
      () => 'the answer is a message in the role of the user',
    ),
    clause(
      'status',
      (seen) => (seen.message?.role === 'user' && isInterrupted(seen.state) ? 'certain' : undefined),
      (seen) => `the task is ${seen.state}, and the message that asks for it is in the role of the user`,
      { needs: FACT.interrupted },
    ),
    clause(
      'task',
      (seen) => (seen.task.statusMessage?.role === 'user' && isInterrupted(seen.task.state) ? 'certain' : undefined),
      (seen) => `the task is ${seen.task.state}, and the message that asks for it is in the role of the user`,
      { needs: FACT.interrupted },
    ),
    clause(
      'task',
      (seen) => (isTurnedRound(seen) ? 'suspected' : undefined),
      (seen) => `the message ${seen.vantage.request.messageId} of the caller stands in the history as the agent's`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().task('input-required', { message: aMessage('which one?', 'm1', 'user') })),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted', { message: aMessage('do this', 'm1', 'user') });
      stream.status('input-required', { message: aMessage('which one?', 'm2'), final: true });
    }),
  },
};

/** Whether what was sent is held as the agent's alone; an agent may also have used the id for an answer of its own. */
function isTurnedRound({ task: { history = [] }, vantage }: TaskSeen): boolean {
  const { messageId } = vantage.request;
  if (messageId === undefined) return false;
  const same = history.filter((message) => message.messageId === messageId);
  return same.length > 0 && same.every(({ role }) => role === 'agent');
}

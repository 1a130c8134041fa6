import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Observation } from '../../protocol/observation.ts';
import { isFirstAnswer } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** The first answer to a message that names a context and no task. */
export const contextReplaced: Rule = {
  id: 'task/context-replaced',
  title: 'The agent answers in another context than it was given',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.4.1',
    revision: V1,
    says: 'An agent that cannot take a context id from the client must reject the request, and must not answer with a new one.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: 'As in 1.0. Context ids are made by the server in 0.3.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: 'As in 1.0. Context ids are made by the server in 0.2.',
        clause: '6.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: "The caller's conversation splits in two without anybody noticing.",
  remedy: 'Keep the context id of the message, or refuse it with an error.',
  clauses: [
    clause(
      'task',
      (seen, at) => (isReplaced(seen.task.contextId, seen, at) ? 'certain' : undefined),
      (seen) =>
        `the message was in context ${seen.vantage.request.contextId}, and the task is in ${seen.task.contextId}`,
      { needs: FACT.first | FACT.send },
    ),
    clause(
      'message',
      (seen, at) => (isReplaced(seen.message.contextId, seen, at) ? 'certain' : undefined),
      (seen) =>
        `the message was in context ${seen.vantage.request.contextId}, and the answer is in ${seen.message.contextId}`,
      { needs: FACT.first | FACT.send },
    ),
  ],
  pair: {
    raises: scene((s) => s.send({ contextId: 'ours' }).task('working')),
    nearMiss: scene((s) => s.send({ contextId: 'ours' }).task('working', { contextId: 'ours' })),
  },
};

function isReplaced(told: string | undefined, seen: Observation, at: Situation): boolean {
  const { operation, request } = seen.vantage;
  if (request.contextId === undefined || request.taskId !== undefined || told === undefined) return false;
  return told !== request.contextId && isSend(operation) && isFirstAnswer(seen, at);
}

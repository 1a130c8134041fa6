import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isLive } from '../reads.ts';
import { isFirstAnswer, RESULTS } from '../results.ts';
import { V1 } from '../revision.ts';

/** Judged while the task is live: afterwards any message to it has to be refused. */
export const contextMismatchAccepted: Rule = {
  id: 'task/context-mismatch-accepted',
  title: "A message with another context than the task's is accepted",
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.4.3',
    revision: V1,
    says: 'A message whose context id differs from that of the task it names must be rejected.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: { kind: 'gap', reading: "A context that is not the task's is refused. The 0.3 text does not say it." },
    },
    '0.2': {
      severity: 'note',
      basis: { kind: 'gap', reading: "A context that is not the task's is refused. The 0.2 text does not say it." },
    },
  },
  certainty: 'certain',
  why: "Conversations bleed into each other, and a caller's mistake stays hidden.",
  remedy: 'Compare the two ids before any work, and answer with an invalid-parameters error.',
  clauses: clauses(
    RESULTS,
    (seen, at) => {
      const { contextId, taskId } = seen.vantage.request;
      if (contextId === undefined || taskId === undefined || taskId !== at.task.id) return undefined;
      if (at.task.contextId === undefined || contextId === at.task.contextId || !isLive(at)) return undefined;
      return isSend(seen.vantage.operation) && isFirstAnswer(seen, at) ? 'certain' : undefined;
    },
    (seen, at) =>
      `the task is in context ${at.task.contextId}, and a message to it in context ${seen.vantage.request.contextId} was taken`,
    { needs: FACT.first | FACT.send },
  ),
  pair: {
    raises: scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1', contextId: 'c2' }).task('working');
    }),
    nearMiss: scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1', contextId: 'c2' }).error('InvalidParams');
    }),
  },
};

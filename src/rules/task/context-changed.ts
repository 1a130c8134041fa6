import { FACT } from '../../lifecycle/fact.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import { EVENTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Which context a new task gets is `task/context-replaced`; here the peer contradicts itself. */
export const contextChanged: Rule = {
  id: 'task/context-changed',
  title: 'The context id changes within one task',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'The context of a message must be inferred from its task when only the task is named, so a task has one context. Two context ids for one task contradict each other.',
    clause: '3.4.1, 3.4.3',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: "The context id is made by the server and keeps related interactions together. Two context ids for one task contradict each other. A client's own id may be replaced in the first answer.",
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: "The context id is made by the server and aligns interactions. Two context ids for one task contradict each other. A client's own id may be replaced in the first answer.",
        clause: '6.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Follow-ups go to a context that the agent does not know, and the conversation starts from nothing.',
  remedy: 'Store the context id with the task when it is created, and return the stored one in every answer and event.',
  clauses: [
    clause(
      'task',
      (seen, at) =>
        otherContext(seen.task.contextId, at) && !isForeign(seen.task.id, at.task) ? 'certain' : undefined,
      (seen, at) => `the context was ${at.task.contextId}, and is now ${seen.task.contextId}`,
      { needs: FACT.otherContext },
    ),
    ...clauses(
      EVENTS,
      (seen, at) => (otherContext(seen.contextId, at) && !isForeign(seen.taskId, at.task) ? 'certain' : undefined),
      (seen, at) => `the context was ${at.task.contextId}, and a ${seen.kind} event says ${seen.contextId}`,
      { needs: FACT.otherContext },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('working', { contextId: 'c2' });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1' }).task('working');
    }),
  },
};

function otherContext(contextId: string | undefined, at: Situation): boolean {
  return contextId !== undefined && at.task.contextId !== undefined && contextId !== at.task.contextId;
}

import { clause, type Rule, type Situation } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';

/** One task, one context (§3.4.1). */
export const contextChanged: Rule = {
  id: 'task/context-changed',
  title: 'The context of the task changes',
  claim: 'task',
  severity: 'error',
  basis: { kind: 'policy', says: 'A task belongs to one context for its whole life.' },
  certainty: 'certain',
  why: 'Follow-ups go into another conversation, and the agent answers without what it was told before.',
  remedy: 'Store the context id with the task and return that one in every answer and event.',
  clauses: [
    clause(
      'task',
      (seen, at) => (otherContext(seen.task.contextId, at) && seen.task.id === at.task.id ? 'certain' : undefined),
      (seen, at) => `the context was ${at.task.contextId}, and is now ${seen.task.contextId}`,
    ),
    clause(
      'status',
      (seen, at) => (otherContext(seen.contextId, at) && seen.taskId === at.task.id ? 'certain' : undefined),
      (seen, at) => `the context was ${at.task.contextId}, and a status event says ${seen.contextId}`,
    ),
    clause(
      'artifact',
      (seen, at) => (otherContext(seen.contextId, at) && seen.taskId === at.task.id ? 'certain' : undefined),
      (seen, at) => `the context was ${at.task.contextId}, and an artifact event says ${seen.contextId}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.call('SendMessage').task('working');
      s.read('working', { contextId: 'c2' });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.status('working', { taskId: 't2', contextId: 'c2' });
    }),
  },
};

function otherContext(contextId: string | undefined, at: Situation): boolean {
  return contextId !== undefined && at.task.contextId !== undefined && contextId !== at.task.contextId;
}

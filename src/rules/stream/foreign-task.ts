import { isForeign } from '../../lifecycle/note.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';

/** Events without a task id belong to the task of their stream; those with another one belong elsewhere. */
export const foreignTask: Rule = {
  id: 'stream/foreign-task',
  title: 'The stream carries events of another task',
  claim: 'stream.send',
  severity: 'error',
  basis: { kind: 'policy', says: 'A stream belongs to the one task that it was opened for.' },
  certainty: 'certain',
  why: 'Results of another task, perhaps of another caller, are taken for this one.',
  remedy: 'Filter events by task id before they are written to a stream.',
  clauses: [
    clause(
      'status',
      (seen, at) => (at.stream !== undefined && isForeign(seen.taskId, at.task) ? 'certain' : undefined),
      (seen, at) => `a status event names task ${seen.taskId} on the stream of task ${at.task.id}`,
    ),
    clause(
      'artifact',
      (seen, at) => (at.stream !== undefined && isForeign(seen.taskId, at.task) ? 'certain' : undefined),
      (seen, at) => `an artifact event names task ${seen.taskId} on the stream of task ${at.task.id}`,
    ),
    clause(
      'task',
      (seen, at) => (at.stream !== undefined && isForeign(seen.task.id, at.task) ? 'certain' : undefined),
      (seen, at) => `a Task ${seen.task.id} came on the stream of task ${at.task.id}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.artifact('a1', 'somebody else’s', { taskId: 't2' });
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.task('submitted');
      stream.artifact('a1', 'ours');
    }),
  },
};

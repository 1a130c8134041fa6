import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Vantage } from '../../protocol/observation.ts';
import { EVENTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Events without a task id belong to the task of their stream; those with another one belong elsewhere. */
export const foreignTask: Rule = {
  id: 'stream/foreign-task',
  title: 'An event on the stream names another task',
  claim: 'stream',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'Each event carries the id of the task that changed, and a task stream is the stream of one task. A stream opened for one task that speaks of another contradicts itself. If the other task belongs to another caller, 13.1 is broken too.',
    clause: '4.2.1, 4.2.2, 3.1.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The event carries the id of the task it belongs to.',
        clause: '7.2.2, 7.2.3',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'The event carries the id of the task it belongs to.',
        clause: '7.2.2, 7.2.3',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: "The caller books another task's state or result on its own task, and may read what was meant for somebody else.",
  remedy:
    'Filter the event queue by task id before it reaches a stream; on failure paths use the id of the task that failed instead of a new one.',
  clauses: [
    ...clauses(
      EVENTS,
      (seen, at) => (isMisplaced(seen.taskId, seen.vantage, at) ? 'certain' : undefined),
      (seen, at) => `a ${seen.kind} event names task ${seen.taskId} on the stream of task ${at.task.id}`,
      { needs: FACT.foreign },
    ),
    clause(
      'task',
      (seen, at) => (isMisplaced(seen.task.id, seen.vantage, at) ? 'certain' : undefined),
      (seen, at) => `a Task ${seen.task.id} came on the stream of task ${at.task.id}`,
      { needs: FACT.foreign },
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

/** A turn that is answered by another task from the first frame on is `resume/new-task`. */
function isMisplaced(taskId: string | undefined, vantage: Vantage, at: Situation): boolean {
  if (at.stream === undefined || !isForeign(taskId, at.task)) return false;
  return at.stream.frames > 0 || !isSend(vantage.operation) || vantage.request.taskId === undefined;
}

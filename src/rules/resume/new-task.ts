import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { isForeign } from '../../lifecycle/order.ts';
import { clause, clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { Observation } from '../../protocol/observation.ts';
import { isLive } from '../reads.ts';
import { EVENTS, isFirstAnswer } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A message to a task that had ended is `task/accepts-after-terminal`. */
export const newTask: Rule = {
  id: 'resume/new-task',
  title: 'The answer to a waiting task starts a new task',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'A task in `input-required` is continued by a message with its task id. The agent asked for input on one task and put the answer into another.',
    clause: '3.4.3, 3.4.2',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message with a task id is part of that task.',
        clause: '7.1, 6.4',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message with a task id is related to that task.',
        clause: '7.1, 6.4',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The first task waits for ever, and the work starts again without what was done before.',
  remedy: "Look up the task by the message's `taskId` and continue its run.",
  clauses: [
    clause(
      'task',
      (seen, at) => (isElsewhere(seen.task.id, seen, at) ? 'certain' : undefined),
      (seen, at) => `a message to task ${at.task.id}, which was ${at.task.state}, was answered by task ${seen.task.id}`,
      { needs: FACT.foreign | FACT.send | FACT.first },
    ),
    ...clauses(
      EVENTS,
      (seen, at) => (isElsewhere(seen.taskId, seen, at) ? 'certain' : undefined),
      (seen, at) =>
        `a message to task ${at.task.id}, which was ${at.task.state}, was answered by an event of task ${seen.taskId}`,
      { needs: FACT.foreign | FACT.send | FACT.first },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('input-required');
      s.send({ taskId: 't1' }).task('working', { taskId: 't2' });
    }),
    nearMiss: scene((s) => {
      s.send().task('input-required');
      s.send({ contextId: 'c1' }).task('working', { taskId: 't2' });
    }),
  },
};

function isElsewhere(taskId: string | undefined, seen: Observation, at: Situation): boolean {
  const { operation, request } = seen.vantage;
  if (!isSend(operation) || request.taskId === undefined || request.taskId !== at.task.id) return false;
  return isForeign(taskId, at.task) && isFirstAnswer(seen, at) && isLive(at);
}

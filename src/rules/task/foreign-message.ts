import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import { asList } from '../../protocol/json.ts';
import type { Message, Task } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

/**
 * An agent may well speak of an earlier task of the same context; that its answers stand in the history of the next one,
 * which refers to none, is more likely a mistake. A message of the caller's is kept with whatever ids the caller gave it.
 */
export const foreignMessage: Rule = {
  id: 'task/foreign-message',
  title: 'A message within a task belongs to another conversation',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'A message names the context that it belongs to, and the task that holds it names its own: both are the same, or one of them is wrong. So it is with the task, where it stands in the history; but there it may be meant, since the text does not say what a history holds of the tasks before.',
    clause: '4.1.4, 3.4.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message names the context that it belongs to, and the task that holds it names its own.',
        clause: '6.4',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message names the context that it belongs to, and the task that holds it names its own.',
        clause: '6.4',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: 'One conversation shows up in another, and with it what its user has said; or a caller that goes by the ids of the message answers where nobody waits.',
  remedy:
    'Keep what belongs to one context by its id, and build each message with the ids of the task that it is about.',
  clauses: [
    clause(
      'status',
      (seen) => (isOther(seen.message, seen.contextId) ? 'certain' : undefined),
      (seen) =>
        `the status of a task in the context ${seen.contextId} has a message of the context ${seen.message?.contextId}`,
    ),
    clause(
      'task',
      (seen) => (otherIn(seen.task) === undefined ? undefined : 'certain'),
      ({ task }) =>
        `the task is of the context ${task.contextId}, and holds a message of the context ${otherIn(task)?.contextId}`,
    ),
    clause(
      'task',
      (seen) => (strayIn(seen.task) === undefined ? undefined : 'suspected'),
      ({ task }) =>
        `the history of the task ${task.id} holds a message of the task ${strayIn(task)?.taskId}, which none in it refers to`,
    ),
  ],
  pair: {
    raises: scene((s) =>
      s.send().task('working', { message: { ...aMessage('as you said yesterday'), contextId: 'c2' } }),
    ),
    nearMiss: scene((s) =>
      s.send().task('working', { message: { ...aMessage('as you said before'), contextId: 'c1', taskId: 't0' } }),
    ),
  },
};

function otherIn({ statusMessage, history, contextId }: Task): Message | undefined {
  return isOther(statusMessage, contextId) ? statusMessage : history?.find((message) => isOther(message, contextId));
}

/** What the agent said in another task, none of the messages here referring to that. */
function strayIn({ id, history }: Task): Message | undefined {
  return history?.find(
    ({ role, taskId }) =>
      role !== 'user' && taskId !== undefined && taskId !== id && !history.some((message) => refersTo(message, taskId)),
  );
}

function refersTo({ raw }: Message, taskId: string): boolean {
  return asList(raw?.['referenceTaskIds']).includes(taskId);
}

function isOther(message: Message | undefined, contextId: string | undefined): boolean {
  if (message?.role === 'user') return false;
  return message?.contextId !== undefined && contextId !== undefined && message.contextId !== contextId;
}

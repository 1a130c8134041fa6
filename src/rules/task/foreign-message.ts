import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Message, Task } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

/**
 * Earlier tasks of the same context may well be in the history, and in what an agent says; a message of the caller's is
 * kept with whatever context the caller gave it.
 */
export const foreignMessage: Rule = {
  id: 'task/foreign-message',
  title: 'A message within a task belongs to another conversation',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'A message names the context that it belongs to, and the task that holds it names its own: both are the same, or one of them is wrong.',
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
  certainty: 'certain',
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

function isOther(message: Message | undefined, contextId: string | undefined): boolean {
  if (message?.role === 'user') return false;
  return message?.contextId !== undefined && contextId !== undefined && message.contextId !== contextId;
}

import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { messageKey } from '../../lifecycle/peer-record.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { TaskSeen } from '../../protocol/observation.ts';
import { V1 } from '../revision.ts';

/** Needs the peer's record. Sending may be idempotent (§3.3.1), and need not. */
export const messageRepeated: Rule = {
  id: 'task/message-repeated',
  title: 'One message sent twice makes two tasks',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Sending MAY be idempotent; agents may use the message id to see duplicates.',
    clause: '3.3.1',
    revision: V1,
  },
  perDialect: {
    '0.3': { basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
    '0.2': { basis: { kind: 'gap', reading: 'As in 1.0; nothing is said.' } },
  },
  certainty: 'certain',
  why: 'A retry after a lost answer does the work twice.',
  remedy: "Remember message ids for some minutes and answer a repeated one with the first one's task.",
  clauses: [
    clause(
      'task',
      (seen, at) => (firstTask(seen, at) === undefined ? undefined : 'certain'),
      (seen, at) =>
        `message ${seen.vantage.request.messageId} had led to task ${firstTask(seen, at)}, and led to task ${seen.task.id} when it was sent again`,
      { needs: FACT.send },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send({ messageId: 'm1' }).task('working');
      s.send({ messageId: 'm1' }).task('working', { taskId: 't2' });
    }),
    nearMiss: scene((s) => {
      s.send({ messageId: 'm1' }).task('working');
      s.send({ messageId: 'm1' }).task('working');
    }),
  },
};

function firstTask(seen: TaskSeen, at: Situation): string | undefined {
  const { operation, request } = seen.vantage;
  const key = messageKey(request);
  if (key === undefined || !isSend(operation)) return undefined;
  const first = at.task.peer.record?.messageTasks.get(key);
  return first === seen.task.id ? undefined : first;
}

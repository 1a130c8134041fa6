import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Message } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Within one snapshot, so no lag explains it. Equal texts under different ids are two messages. */
export const duplicated: Rule = {
  id: 'history/duplicated',
  title: 'One message stands twice in the history',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'contradiction',
    says: 'A message id identifies a message; the history holds the messages of the task. The same message twice in one snapshot contradicts itself.',
    clause: '4.1.4, 4.1.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message id identifies a message.',
        clause: '6.4, 6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'contradiction',
        says: 'A message id identifies a message.',
        clause: '6.4, 6.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Callers that count or replay turns go wrong.',
  remedy: 'Add the incoming message to the history in one place.',
  clauses: [
    clause(
      'task',
      (seen) => (twiceIn(seen.task.history) === undefined ? undefined : 'certain'),
      (seen) => `message ${twiceIn(seen.task.history)} stands twice in one history`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().task('working', { history: [aMessage('one'), aMessage('one')] })),
    nearMiss: scene((s) => s.send().task('working', { history: [aMessage('same', 'm1'), aMessage('same', 'm2')] })),
  },
};

function twiceIn(history: readonly Message[] | undefined): string | undefined {
  if (history === undefined || history.length < 2) return undefined;
  const ids = new Set<string>();
  for (const { messageId } of history) {
    if (messageId === undefined) continue;
    if (ids.has(messageId)) return messageId;
    ids.add(messageId);
  }
  return undefined;
}

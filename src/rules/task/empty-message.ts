import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import type { Message } from '../../protocol/model.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Messages of the agent's; those of artifacts are judged by `stream/empty-chunk`. */
export const emptyMessage: Rule = {
  id: 'task/empty-message',
  title: 'A message comes without any part',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '5.7, 4.1.4',
    revision: V1,
    says: "A message's parts are required, and required arrays must hold at least one element.",
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'A message contains one or more parts.',
        clause: '2',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'A message must contain at least one part.',
        clause: '6.4',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'The caller is told that there is an answer, and has nothing to show or to work with.',
  remedy:
    'Leave the message out where there is nothing to say, and look for the text that was lost on the way into it.',
  clauses: [
    clause(
      'message',
      (seen) => (isEmpty(seen.message) ? 'certain' : undefined),
      () => 'the answer is a message without a part',
    ),
    clause(
      'status',
      (seen) => (isEmpty(seen.message) ? 'certain' : undefined),
      (seen) => `the message that comes with ${seen.state} has no part`,
    ),
    clause(
      'task',
      (seen) => (isEmpty(seen.task.statusMessage) ? 'certain' : undefined),
      (seen) => `the message that comes with ${seen.task.state} has no part`,
    ),
  ],
  pair: {
    raises: scene((s) => s.send().task('completed', { message: { ...aMessage('done'), parts: [] } })),
    nearMiss: scene((s) => s.send().task('completed', { message: aMessage('done') })),
  },
};

function isEmpty(message: Message | undefined): boolean {
  return message !== undefined && message.parts.length === 0;
}

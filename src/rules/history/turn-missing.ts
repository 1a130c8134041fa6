import { FACT } from '../../lifecycle/fact.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Agents decide what they keep (§3.7), and a read may be old. */
export const turnMissing: Rule = {
  id: 'history/turn-missing',
  title: 'A message of ours is missing from the history',
  severity: 'note',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Not every message is kept, and clients must not rely on it.',
    clause: '3.7',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The history holds the messages exchanged during the task.',
        clause: '6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The history holds recent messages, if asked for.',
        clause: '6.1',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'The caller cannot find its message again after a lost answer, nor prove what was said.',
  remedy: 'Keep every message that the task acted on, once each.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const turn = at.task.rare?.turn;
        const { history } = seen.task;
        if (
          !isRead(seen, at) ||
          turn?.messageId === undefined ||
          turn.answered === undefined ||
          turn.error !== undefined
        )
          return undefined;
        if (history === undefined || history.length === 0 || at.asked <= turn.answered) return undefined;
        if (history.length >= (seen.vantage.request.historyLength ?? Number.POSITIVE_INFINITY)) return undefined;
        return history.some(({ messageId }) => messageId === turn.messageId) ? undefined : 'suspected';
      },
      (_seen, at) =>
        `the last message of ours (${at.task.rare?.turn?.messageId}) was taken, and the history doesn't hold it`,
      { needs: FACT.read | FACT.rare },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send({ messageId: 'ours-1' }).task('input-required');
      s.send({ taskId: 't1', messageId: 'ours-2' }).task('working');
      s.call('GetTask', { taskId: 't1', historyLength: 50 }).task('working', {
        history: [aMessage('first', 'ours-1', 'user')],
      });
    }),
    nearMiss: scene((s) => {
      s.send({ messageId: 'ours-1' }).task('input-required');
      s.send({ taskId: 't1', messageId: 'ours-2' }).task('working');
      s.call('GetTask', { taskId: 't1', historyLength: 50 }).task('working', {
        history: [aMessage('second', 'ours-2', 'user')],
      });
    }),
  },
};

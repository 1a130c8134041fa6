import { FACT } from '../../lifecycle/fact.ts';
import { isSend } from '../../lifecycle/note-turn.ts';
import { clauses, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { endReadBefore } from '../reads.ts';
import { isFirstAnswer, RESULTS } from '../results.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Both doing the message's work and answering with the old task count. An end told otherwise than by an answer may not have been known. */
export const acceptsAfterTerminal: Rule = {
  id: 'task/accepts-after-terminal',
  title: 'A message to a finished task is accepted',
  claim: 'task',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.1.1, 3.3.2',
    revision: V1,
    says: 'Terminal tasks cannot take further messages: that is UnsupportedOperationError, and servers must return the appropriate error. Both running the message and answering with the old task count.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A terminal task cannot be restarted, and sending a message to it results in an error. A terminal state is final.',
        clause: '7.1, 6.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'invariant',
        says: 'A terminal task cannot be restarted, and sending a message to it results in an error (in the text since v0.2.4). A terminal state is final.',
        clause: '7.1, 6.1',
        revision: V02,
      },
    },
  },
  certainty: 'either',
  why: "The caller takes yesterday's result for the answer to today's message, or a delivered result is overwritten.",
  remedy:
    'Check the state first and answer UnsupportedOperationError (−32004); let follow-ups start a new task in the same context.',
  clauses: clauses(
    RESULTS,
    (seen, at) => {
      const { operation, request } = seen.vantage;
      if (!isSend(operation) || request.taskId === undefined || request.taskId !== at.task.id) return undefined;
      const { end } = at.task;
      if (end === undefined || end.received >= at.asked || !isFirstAnswer(seen, at)) return undefined;
      return endReadBefore(at, at.asked) ? 'certain' : 'suspected';
    },
    (seen, at) =>
      `the task had ended as ${at.task.end?.state}, and a message sent to it after that was answered by a ${seen.kind}`,
    { needs: FACT.first | FACT.send | FACT.taskEnded },
  ),
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('completed');
      s.send({ taskId: 't1' }).task('completed');
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      const send = s.send({ taskId: 't1' });
      s.read('completed');
      send.task('completed');
    }),
  },
};

import { FACT } from '../../lifecycle/fact.ts';
import { isOldestShown } from '../../lifecycle/history.ts';
import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import { isRead } from '../reads.ts';
import { V1, V02, V03 } from '../revision.ts';

/** A replica may not know yet what was said since, and agents decide what they keep: it is never certain. */
export const oldestReturned: Rule = {
  id: 'history/oldest-returned',
  title: 'The oldest messages are returned instead of the newest',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'At most so many recent messages of the history are returned; the proto file says the most recent ones.',
    clause: '3.2.4; proto GetTaskRequest, SendMessageConfiguration',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The parameter is the number of most recent messages to return.',
        clause: '7.3.1',
        revision: V03,
      },
    },
    '0.2': {
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'If positive, up to that many recent messages are included.',
        clause: '7.3.1',
        revision: V02,
      },
    },
  },
  certainty: 'suspected',
  why: 'A caller that asks for what was said last reads what it knows already, and misses the question or the answer.',
  remedy: 'Cut the history from its end: the last `historyLength` messages, in their order.',
  clauses: [
    clause(
      'task',
      (seen, at) => {
        const { reads } = at.task;
        if (!isRead(seen, at) || reads === undefined || at.order !== 'newer') return undefined;
        if (at.asked <= reads.received || reads.state !== seen.task.state) return undefined;
        const { historyLength = 0 } = seen.vantage.request;
        const { history = [] } = seen.task;
        if (historyLength < 1 || history.length !== historyLength || history.length >= reads.messages) return undefined;
        return isOldestShown(reads.oldest, history, at) ? 'suspected' : undefined;
      },
      (seen, at) =>
        `${seen.vantage.request.historyLength} of ${at.task.reads?.messages} messages were asked for, and the oldest came`,
      { needs: FACT.read },
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send({ messageId: 'm1' }).task('working');
      const history = [aMessage('one', 'm1', 'user'), aMessage('two', 'm2')];
      s.call('GetTask', { taskId: 't1' }).task('working', { history });
      s.call('GetTask', { taskId: 't1', historyLength: 1 }).task('working', { history: history.slice(0, 1) });
    }),
    nearMiss: scene((s) => {
      s.send({ messageId: 'm1' }).task('working');
      const history = [aMessage('one', 'm1', 'user'), aMessage('two', 'm2')];
      s.call('GetTask', { taskId: 't1' }).task('working', { history });
      s.call('GetTask', { taskId: 't1', historyLength: 1 }).task('working', { history: history.slice(1) });
    }),
  },
};

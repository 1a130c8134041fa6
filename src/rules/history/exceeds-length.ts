import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** More turns happening meanwhile are no excuse: the server cuts what it sends. */
export const exceedsLength: Rule = {
  id: 'history/exceeds-length',
  title: 'More history is returned than was asked for',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '3.2.4; proto GetTaskRequest, SendMessageConfiguration',
    revision: V1,
    says: 'The server must not return more messages than `historyLength`; it may return fewer.',
  },
  perDialect: {
    '0.3': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'The parameter is the number of most recent messages to return. 0 is not judged here.',
        clause: '7.3.1, 7.1.1',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'warning',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'If positive, up to that many recent messages are included. 0 is not judged here.',
        clause: '7.3.1',
        revision: V02,
      },
    },
  },
  certainty: 'certain',
  why: 'Answers grow without bound, and limits set to save cost or keep data back have no effect.',
  remedy: 'Cut the history to the last `historyLength` messages in every operation that takes the parameter.',
  clauses: [
    clause(
      'task',
      (seen) => {
        const { historyLength } = seen.vantage.request;
        if (historyLength === undefined || historyLength < 1 || seen.task.history === undefined) return undefined;
        return seen.task.history.length > historyLength ? 'certain' : undefined;
      },
      (seen) =>
        `${seen.vantage.request.historyLength} messages of history were asked for, and ${seen.task.history?.length} came`,
    ),
    clause(
      'list',
      (seen) => {
        const { historyLength } = seen.vantage.request;
        if (historyLength === undefined || historyLength < 1) return undefined;
        return seen.tasks.some(({ history }) => history !== undefined && history.length > historyLength)
          ? 'certain'
          : undefined;
      },
      (seen) => `${seen.vantage.request.historyLength} messages of history were asked for, and a listed task has more`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1', historyLength: 1 }).task('working', {
        history: [aMessage('one'), aMessage('two')],
      });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.call('GetTask', { taskId: 't1' }).task('working', { history: [aMessage('one'), aMessage('two')] });
    }),
  },
};

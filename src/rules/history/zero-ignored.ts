import { clause, type Rule } from '../../lifecycle/rule.ts';
import { aMessage, scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** An empty list is fine. */
export const zeroIgnored: Rule = {
  id: 'history/zero-ignored',
  title: 'History is returned although none was asked for',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '3.2.4; proto GetTaskRequest',
    revision: V1,
    says: 'With 0 no history should be returned, and the server must not return more messages than the value. The prose says SHOULD, the definition MUST NOT. An empty list is fine.',
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: '0 asks for none. On gRPC and in proto-JSON 0 means unlimited, so only JSON-RPC is judged.',
        clause: '7.3.1',
        revision: V03,
      },
    },
    '0.2': {
      severity: 'note',
      basis: {
        kind: 'gap',
        reading: '0 asks for none. On gRPC and in proto-JSON 0 means unlimited, so only JSON-RPC is judged.',
        clause: '7.3.1',
        revision: V02,
      },
    },
  },
  appliesTo: {
    exceptFor: [
      { dialect: '0.3', bindings: ['HTTP+JSON', 'GRPC'] },
      { dialect: '0.2', bindings: ['HTTP+JSON', 'GRPC'] },
    ],
  },
  certainty: 'certain',
  why: 'Every poll carries the whole conversation.',
  remedy: 'Treat 0 as none, and only an absent value as your default.',
  clauses: [
    clause(
      'task',
      (seen) =>
        seen.vantage.request.historyLength === 0 && (seen.task.history?.length ?? 0) > 0 ? 'certain' : undefined,
      (seen) => `${seen.vantage.operation} asked for no history, and ${seen.task.history?.length} messages of it came`,
    ),
    clause(
      'list',
      (seen) =>
        seen.vantage.request.historyLength === 0 && seen.tasks.some(({ history = [] }) => history.length > 0)
          ? 'certain'
          : undefined,
      () => 'no history was asked for, and a listed task has some',
    ),
  ],
  pair: {
    raises: scene((s) => {
      s.send().task('working');
      s.read('working', { history: [aMessage('one')] });
    }),
    nearMiss: scene((s) => {
      s.send().task('working');
      s.read('working', { history: [] });
    }),
  },
};

import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { isStreaming } from '../../protocol/call.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Whoever opens an event stream for a plain call tells it as opened. */
export const unasked: Rule = {
  id: 'stream/unasked',
  title: 'A plain call is answered by an event stream',
  severity: 'warning',
  basis: {
    kind: 'policy',
    ground: 'text',
    says: 'Answers are `application/json` with one JSON-RPC response; streams belong to the streaming operations.',
    clause: '9.1, 9.4.1',
    revision: V1,
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '3.2.1, 7',
        revision: V03,
        says: 'JSON-RPC answers must be `application/json`; event streams are for streaming methods.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '3.2, 7',
        revision: V02,
        says: 'JSON-RPC answers must be `application/json`; event streams are for streaming methods.',
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'A client that reads one JSON object cannot read the answer.',
  remedy: 'Stream only for the streaming operations.',
  clauses: [
    clause(
      'open',
      (seen) => (isStreaming(seen.vantage.operation) ? undefined : 'certain'),
      (seen) => `${seen.vantage.operation} was answered by an event stream`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.open();
      send.task('working');
    }),
    nearMiss: scene((s) => s.stream().task('working')),
  },
};

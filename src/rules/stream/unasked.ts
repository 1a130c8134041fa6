import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the strict reader; what came in pieces is put together. */
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
      'defect',
      (seen) => (seen.defect === 'unasked-stream' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('unasked-stream', 'SendMessage is answered by an event stream');
      send.task('working');
    }),
    nearMiss: scene((s) => s.stream().task('working')),
  },
};

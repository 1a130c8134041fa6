import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the strict reader. */
export const rpcId: Rule = {
  id: 'error/rpc-id',
  title: 'The answer carries another id than the request',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '9.1',
    revision: V1,
    says: "The binding is JSON-RPC 2.0, which requires the response to carry the id of its request. `null` is right only where the request's id could not be read.",
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '6.11.2',
        revision: V03,
        says: 'The id must be the same as in the request; null only if it could not be read.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '6.11.2',
        revision: V02,
        says: 'The id must be the same as in the request; null only if it could not be read.',
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC'] },
  certainty: 'certain',
  why: "The answer to somebody else's request can be taken for one's own.",
  remedy: "Copy the request's id, with its type, into the answer and into every frame of a stream.",
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'rpc-id' && seen.vantage.request.probe !== 'malformed-body' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('rpc-id', 'the answer carries the id 2 and the request had 1');
      send.task('working');
    }),
    nearMiss: scene((s) => s.send().task('working')),
  },
};

import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Observation } from '../../protocol/observation.ts';
import { V1, V02, V03 } from '../revision.ts';

/** Judged by the strict reader; what was meant is read all the same. */
export const rpcEnvelope: Rule = {
  id: 'stream/rpc-envelope',
  title: 'An answer or frame lacks the JSON-RPC envelope, or a part of it',
  severity: 'error',
  basis: {
    kind: 'must',
    clause: '9.1, 9.4.2',
    revision: V1,
    says: 'The binding is JSON-RPC 2.0, and each event of a stream holds a JSON-RPC response. JSON-RPC 2.0 itself requires `jsonrpc: "2.0"` and exactly one of `result` and `error`.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '6.11.2, 7',
        revision: V03,
        says: '`jsonrpc` must be "2.0", exactly one of `result` and `error` must be there, and each event of a stream must be such a response.',
      },
    },
    '0.2': {
      basis: {
        kind: 'must',
        clause: '6.11.2, 7',
        revision: V02,
        says: '`jsonrpc` must be "2.0", exactly one of `result` and `error` must be there, and each event of a stream must be such a response.',
      },
    },
  },
  appliesTo: { bindings: ['JSONRPC'] },
  certainty: 'certain',
  why: 'Strict readers reject the frame; lenient ones cannot tell an answer from an error or from some other service.',
  remedy: 'Wrap every frame as `{"jsonrpc":"2.0","id":…,"result":…}`.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'envelope' && !isDeletion(seen) ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
    // Where there is nothing to tell, nobody is misled: some writers of JSON leave out what is null.
    clause(
      'defect',
      (seen) => (seen.defect === 'envelope' && isDeletion(seen) ? 'certain' : undefined),
      (seen) => seen.detail,
      { severity: 'warning' },
    ),
  ],
  pair: {
    raises: scene((s) => {
      const stream = s.stream();
      stream.task('working');
      stream.defect('envelope', 'the JSON-RPC envelope is missing');
    }),
    nearMiss: scene((s) => {
      const stream = s.stream();
      stream.defect('control-character');
      stream.task('working');
    }),
  },
};

function isDeletion({ vantage }: Observation): boolean {
  return vantage.operation === 'DeleteTaskPushNotificationConfig';
}

import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { V1, V03 } from '../revision.ts';

/** Judged by the strict reader against the revision that the peer names; every revision's value passes otherwise. */
export const httpStatus: Rule = {
  id: 'error/http-status',
  title: 'The HTTP status does not fit the error',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '5.4, 11.6',
    revision: V1,
    says: "Errors must be mapped as in the table, and on HTTP+JSON an A2A error must carry an ErrorInfo with its reason. The table's HTTP column changed between v1.0.0 and v1.0.1: 409, 415 and 502 became 400, 400 and 500. Judged by reason or code first. The status counts only against the revision that the peer names; either revision's value passes otherwise. On JSON-RPC no status is fixed for errors: at most a note.",
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'HTTP+JSON must use statuses that correspond to the A2A errors. No table says which.',
        clause: '3.2.3',
        revision: V03,
      },
    },
  },
  perBinding: { JSONRPC: 'note' },
  appliesTo: { dialects: ['0.3', '1.0'], bindings: ['JSONRPC', 'HTTP+JSON'] },
  certainty: 'certain',
  why: 'Retry logic in clients and proxies goes by the status: a permanent refusal is retried, or a passing failure given up.',
  remedy:
    'Use the HTTP column of the current table: 404 for TaskNotFound, 500 for InvalidAgentResponse, 400 for the other A2A errors.',
  clauses: [
    clause(
      'defect',
      (seen, at) => {
        if (seen.defect === 'http-status') return 'certain';
        return seen.defect === 'error-shape' && at.task.peer.claims.binding === 'HTTP+JSON' ? 'certain' : undefined;
      },
      (seen) => seen.detail,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('http-status', 'TaskNotFound came with HTTP 500');
      send.error('TaskNotFound', { httpStatus: 500 });
    }),
    nearMiss: scene((s) => s.send().error('InvalidParams', { httpStatus: 400 })),
  },
};

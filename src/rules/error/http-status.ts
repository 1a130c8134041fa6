import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
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
    clause(
      'error',
      (seen, at) => {
        const { dialect, binding } = at.task.peer.claims;
        if (dialect !== '1.0' || binding !== 'HTTP+JSON' || seen.httpStatus < 300) return undefined;
        return STATUSES[seen.name]?.includes(seen.httpStatus) === false ? 'certain' : undefined;
      },
      (seen) => `${seen.name} came with HTTP ${seen.httpStatus}`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const send = s.send();
      send.defect('http-status', 'a JSON-RPC error came with HTTP 500');
      send.error('TaskNotFound', { httpStatus: 500 });
    }),
    nearMiss: scene((s) => s.send().error('InvalidParams', { httpStatus: 400 })),
  },
};

/** The HTTP column of the table (§5.4) in each of its revisions. */
const STATUSES: { readonly [name in A2AErrorName]?: readonly number[] } = {
  TaskNotFound: [404],
  TaskNotCancelable: [400, 409],
  PushNotificationNotSupported: [400],
  UnsupportedOperation: [400],
  ContentTypeNotSupported: [400, 415],
  InvalidAgentResponse: [500, 502],
  ExtendedAgentCardNotConfigured: [400],
  ExtensionSupportRequired: [400],
  VersionNotSupported: [400],
};

import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { Situation } from '../../lifecycle/situation.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import type { ErrorSeen } from '../../protocol/observation.ts';
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
    says: "Errors must be mapped as in the table. Its HTTP column changed between v1.0.0 and v1.0.1: 409, 415 and 502 became 400, 400 and 500. Judged by reason or code first. The status counts only against the revision that the peer names; either revision's value passes otherwise. On JSON-RPC no status is fixed for errors: at most a note.",
  },
  perDialect: {
    '0.3': {
      severity: 'note',
      basis: {
        kind: 'policy',
        ground: 'text',
        says: 'HTTP+JSON must use statuses that correspond to the A2A errors. No table says which, so only a status that blames the wrong side is told.',
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
    'Over HTTP+JSON use the HTTP column of the current table: 404 for TaskNotFound, 500 for InvalidAgentResponse, 400 for the other A2A errors; 400 and 500 for faults of a request and of the server. Over JSON-RPC answer errors with 200.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'http-status' ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
    clause(
      'error',
      (seen, at) => {
        if (!isJudged(seen, at) || at.task.peer.claims.dialect !== '1.0') return undefined;
        return STATUSES[seen.name]?.includes(seen.httpStatus) === false ? 'certain' : undefined;
      },
      (seen) => `${seen.name} came with HTTP ${seen.httpStatus}`,
    ),
    clause(
      'error',
      (seen, at) => {
        if (!isJudged(seen, at) || (at.task.peer.claims.dialect === '1.0' && seen.name in STATUSES)) return undefined;
        return blamesTheWrongSide(seen) ? 'certain' : undefined;
      },
      (seen) =>
        `${seen.name} came with HTTP ${seen.httpStatus}, which says that the fault is the ${seen.httpStatus < 500 ? "caller's" : "server's"}`,
      {
        severity: 'note',
        basis: {
          kind: 'policy',
          ground: 'text',
          says: '400 is the example for what a request does wrong, 500 and 503 for a server in trouble.',
          clause: '3.3.2',
          revision: V1,
        },
      },
    ),
    clause(
      'error',
      (seen, at) => {
        if (!isJudged(seen, at) || at.task.peer.claims.dialect !== '1.0' || seen.code === undefined) return undefined;
        return seen.code >= 300 && seen.code <= 599 && seen.code !== seen.httpStatus ? 'certain' : undefined;
      },
      (seen) => `the error says code ${seen.code}, and came with HTTP ${seen.httpStatus}`,
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

/** A status belongs to an error that came as an answer over HTTP+JSON; those in a stream have none of their own. */
function isJudged({ httpStatus }: ErrorSeen, at: Situation): boolean {
  return at.task.peer.claims.binding === 'HTTP+JSON' && httpStatus >= 300;
}

function blamesTheWrongSide({ name, httpStatus }: ErrorSeen): boolean {
  if (name === 'other' || name === 'Unauthenticated') return false;
  if (name === 'InternalError' || name === 'InvalidAgentResponse') return httpStatus < 500;
  return httpStatus >= 500 && !(httpStatus === 501 && UNIMPLEMENTED.has(name));
}

/** What an agent doesn't do, it may call not implemented where no table says otherwise. */
const UNIMPLEMENTED: ReadonlySet<A2AErrorName> = new Set([
  'UnsupportedOperation',
  'PushNotificationNotSupported',
  'ExtendedAgentCardNotConfigured',
  'VersionNotSupported',
  'MethodNotFound',
]);

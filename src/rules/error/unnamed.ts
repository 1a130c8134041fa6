import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import type { A2AErrorName } from '../../protocol/error-code.ts';
import type { ErrorSeen, Vantage } from '../../protocol/observation.ts';
import type { Operation } from '../../protocol/operation.ts';
import { V1, V03 } from '../revision.ts';

const REST = { binding: 'HTTP+JSON' } as const;

/** A path that nobody knows is no operation of A2A, so nothing is promised of how it is refused. */
export const unnamed: Rule = {
  id: 'error/unnamed',
  title: 'An error over HTTP+JSON does not say which one it is',
  severity: 'warning',
  basis: {
    kind: 'must',
    clause: '11.6',
    revision: V1,
    says: 'Errors are `google.rpc.Status` objects, and those of A2A must hold an ErrorInfo with their reason, since several of them share one HTTP status. Problem details that name the error, as drafts of the text had them, pass. What is refused before A2A begins is not judged: a caller who is not let in, and what proxies and limits answer.',
  },
  perDialect: {
    '0.3': {
      basis: {
        kind: 'must',
        clause: '3.2.3',
        revision: V03,
        says: 'Errors must come in a consistent JSON format that maps to the errors of A2A. Told where there is no such JSON.',
      },
    },
  },
  appliesTo: { dialects: ['0.3', '1.0'], bindings: ['HTTP+JSON'] },
  certainty: 'certain',
  why: 'The status alone is shared by errors that call for different answers, so the caller has to guess which one it is.',
  remedy:
    'Answer errors as `{"error": {"code", "status", "message", "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason", "domain": "a2a-protocol.org"}]}}`, also where your web framework refuses.',
  clauses: [
    clause(
      'defect',
      (seen) => (seen.defect === 'error-shape' && !isNowhere(seen.vantage) ? 'certain' : undefined),
      (seen) => seen.detail,
    ),
    clause(
      'error',
      (seen, at) => (at.task.peer.claims.dialect === '1.0' && lacksReason(seen) ? 'certain' : undefined),
      (seen) =>
        `${seen.vantage.operation} was refused as ${seen.name} (HTTP ${seen.httpStatus}), and no ErrorInfo says so`,
    ),
  ],
  pair: {
    raises: scene((s) => {
      const read = s.call('GetTask', { taskId: 't1' });
      read.defect('error-shape', 'HTTP 404 with a body that is no A2A error');
      read.error('TaskNotFound', { httpStatus: 404 });
    }, REST),
    nearMiss: scene(
      (s) => s.call('GetTask', { taskId: 't1' }).error('TaskNotFound', { httpStatus: 404, reason: 'TASK_NOT_FOUND' }),
      REST,
    ),
  },
};

/** Whether a call went to a path that no version has. */
function isNowhere({ request }: Vantage): boolean {
  return request.probe === 'unknown-method';
}

/** An error of A2A is meant, by its code or by a status that leaves no other, and its reason is not there. */
function lacksReason({ reason, name, code = 0, httpStatus, vantage }: ErrorSeen): boolean {
  if (reason !== undefined || httpStatus < 300 || !OF_A2A.has(name) || isNowhere(vantage)) return false;
  return code < 0 || ON_A_TASK.has(vantage.operation);
}

/** What its status says of other things, such as a web-hook that is not found, is no error of A2A. */
const ON_A_TASK: ReadonlySet<Operation> = new Set(['GetTask', 'CancelTask', 'SubscribeToTask']);

const OF_A2A: ReadonlySet<A2AErrorName> = new Set([
  'TaskNotFound',
  'TaskNotCancelable',
  'PushNotificationNotSupported',
  'UnsupportedOperation',
  'ContentTypeNotSupported',
  'InvalidAgentResponse',
  'ExtendedAgentCardNotConfigured',
  'ExtensionSupportRequired',
  'VersionNotSupported',
]);

import { clause, type Rule } from '../../lifecycle/rule.ts';
import { scene } from '../../lifecycle/scene.ts';
import { type A2AErrorName, ERROR_CODES } from '../../protocol/error-code.ts';
import { excerpt } from '../../protocol/excerpt.ts';
import { asList, asObject, asText } from '../../protocol/json.ts';
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
    says: 'Errors are `google.rpc.Status` objects, and those of A2A must hold an ErrorInfo with their reason, since several of them share one HTTP status: the name of the error in upper case without its `Error`, of the domain `a2a-protocol.org`. Problem details that name the error, as drafts of the text had them, pass. What is refused before A2A begins is not judged: a caller who is not let in, and what proxies and limits answer.',
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
    clause(
      'error',
      (seen, at) => (at.task.peer.claims.dialect === '1.0' && misspelledIn(seen) !== undefined ? 'certain' : undefined),
      (seen) => `${seen.vantage.operation} was refused by an ErrorInfo with ${misspelledIn(seen)}`,
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

/** What is said otherwise than the text has it where an ErrorInfo names an error of A2A. Beside a right one any may stand. */
function misspelledIn({ data, httpStatus, vantage }: ErrorSeen): string | undefined {
  if (httpStatus < 300 || isNowhere(vantage)) return undefined;
  let wrong: string | undefined;
  for (const detail of asList(data)) {
    const info = asObject(detail);
    const reason = asText(info?.['reason']);
    if (reason === undefined || !asText(info?.['@type'])?.endsWith('google.rpc.ErrorInfo')) continue;
    const meant = REASONS.get(bare(reason));
    if (meant === undefined) continue;
    const domain = asText(info?.['domain']);
    if (reason !== meant) wrong ??= `the reason ${excerpt(reason)}, which is ${meant} in A2A`;
    else if (domain === DOMAIN) return undefined;
    else wrong ??= domain === undefined ? 'no domain' : `the domain ${excerpt(domain)}, which is ${DOMAIN} in A2A`;
  }
  return wrong;
}

const DOMAIN = 'a2a-protocol.org';

/** By which a reason is known however it is written. */
function bare(reason: string): string {
  return reason
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/error$/, '');
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

const REASONS: ReadonlyMap<string, string> = new Map(
  ERROR_CODES.filter(({ name }) => OF_A2A.has(name)).map(({ reason }) => [bare(reason), reason]),
);

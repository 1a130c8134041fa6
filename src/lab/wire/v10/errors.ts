import { Fault, type FaultReason } from '../../fault.ts';
import type { JsonObject } from '../../model.ts';
import { codes, type Errors, reasonOf } from '../errors.ts';
import { asList, asObject, asText } from '../json.ts';

/** The reasons of `google.rpc.ErrorInfo` (§11.6); plain protocol errors have none. */
const reasons: Partial<Record<FaultReason, string>> = {
  'task-not-found': 'TASK_NOT_FOUND',
  'task-not-cancelable': 'TASK_NOT_CANCELABLE',
  'push-not-supported': 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  'unsupported-operation': 'UNSUPPORTED_OPERATION',
  'task-ended': 'UNSUPPORTED_OPERATION',
  'content-type-not-supported': 'CONTENT_TYPE_NOT_SUPPORTED',
  'extended-card-not-configured': 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  'version-not-supported': 'VERSION_NOT_SUPPORTED',
  'extension-required': 'EXTENSION_SUPPORT_REQUIRED',
  'invalid-agent-response': 'INVALID_AGENT_RESPONSE',
};

/** HTTP status and status name (§5.4) of those that are not a failed precondition. */
const statuses: Partial<Record<FaultReason, readonly [number, string]>> = {
  'task-not-found': [404, 'NOT_FOUND'],
  'method-not-found': [404, 'NOT_FOUND'],
  'internal-error': [500, 'INTERNAL'],
  'parse-error': [400, 'INVALID_ARGUMENT'],
  'invalid-request': [400, 'INVALID_ARGUMENT'],
  'invalid-params': [400, 'INVALID_ARGUMENT'],
  'content-type-not-supported': [400, 'INVALID_ARGUMENT'],
  'invalid-agent-response': [500, 'INTERNAL'],
  unauthenticated: [401, 'UNAUTHENTICATED'],
  forbidden: [403, 'PERMISSION_DENIED'],
  'rate-limited': [429, 'RESOURCE_EXHAUSTED'],
  unavailable: [503, 'UNAVAILABLE'],
  'nothing-there': [404, 'NOT_FOUND'],
};

export const errors: Errors = {
  writeRpc: (fault) => fault.json ?? { code: codes[fault.reason], message: fault.message, data: details(fault) },
  readRpc: (error, status) =>
    new Fault(reasonOf(error['code']), asText(error['message']) ?? '', { json: error, status }),
  writeHttp: (fault) => {
    const [usual, name] = statuses[fault.reason] ?? [400, 'FAILED_PRECONDITION'];
    const code = fault.status ?? usual;
    if (fault.json !== undefined) return { status: code, body: fault.json };
    return {
      status: code,
      body: { error: { code, status: name, message: fault.message, details: details(fault) ?? [] } },
    };
  },
  readHttp: (status, body) => {
    const error = asObject(body['error']) ?? {};
    const told = asList(error['details'], (detail) => detail['reason']) ?? [];
    const known = Object.entries(reasons).find(([, name]) => told.includes(name));
    const reason = (known?.[0] as FaultReason | undefined) ?? 'internal-error';
    return new Fault(reason, asText(error['message']) ?? '', { json: body, status });
  },
};

function details({ reason, message }: Fault): readonly JsonObject[] | undefined {
  const name = reasons[reason];
  if (name !== undefined) {
    return [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: name, domain: 'a2a-protocol.org' }];
  }
  if (reason !== 'invalid-params') return undefined;
  return [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ description: message }] }];
}

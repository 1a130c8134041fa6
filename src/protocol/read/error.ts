import { type A2AErrorName, errorName } from '../error-code.ts';
import { asList, asObject, asText, type JsonObject } from '../json.ts';
import type { ErrorSeen, Vantage } from '../observation.ts';

/**
 * Reads an error in any form that is in use: a JSON-RPC error object, `google.rpc.Status` with an `ErrorInfo` (§11.6),
 * problem details of earlier revisions of 1.0, or a bare `{code, message}`.
 */
export function readError(value: unknown, httpStatus: number, vantage: Vantage, received: number): ErrorSeen {
  const error = asObject(value) ?? {};
  const given = error['code'];
  const code = typeof given === 'number' ? given : undefined;
  const rpcCode = code !== undefined && code < 0 ? code : undefined;
  const data = error['data'] ?? error['details'];
  const reason = reasonIn(data) ?? reasonOfProblem(error);
  return {
    kind: 'error',
    vantage,
    received,
    name: nameOf(rpcCode, reason, httpStatus),
    code,
    httpStatus,
    message: asText(error['message']) ?? asText(error['detail']) ?? asText(error['title']) ?? asText(value) ?? '',
    data,
  };
}

function nameOf(code: number | undefined, reason: string | undefined, httpStatus: number): A2AErrorName {
  const name = errorName(code, reason);
  return name === 'other' && (httpStatus === 401 || httpStatus === 403) ? 'Unauthenticated' : name;
}

/** `reason` of the first ErrorInfo among the details, which JSON-RPC peers put into `data`. */
function reasonIn(data: unknown): string | undefined {
  for (const entry of Array.isArray(data) ? data : [data]) {
    const reason = asText(asObject(entry)?.['reason']);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Earlier revisions: `type: https://a2a-protocol.org/errors/task-not-found`. */
function reasonOfProblem(error: JsonObject): string | undefined {
  const type = asText(error['type']);
  return type
    ?.slice(type.lastIndexOf('/') + 1)
    .toUpperCase()
    .replaceAll('-', '_');
}

/** The error object in a body of HTTP+JSON: under `error`, or the body itself. */
export function errorOfBody(body: JsonObject | undefined): unknown {
  return body?.['error'] ?? asList(body?.['errors'])[0] ?? body;
}

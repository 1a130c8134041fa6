import { type A2AErrorName, errorName } from '../error-code.ts';
import { asObject, asText, type JsonObject } from '../json.ts';
import type { ErrorSeen, Vantage } from '../observation.ts';

const LONGEST_BODY = 500;

/**
 * Reads an error in any form that is in use: a JSON-RPC error object, `google.rpc.Status` with an `ErrorInfo` (§11.6),
 * problem details of earlier revisions of 1.0, a bare `{code, message}`, or a text that is none of them.
 */
export function readError(
  value: unknown,
  httpStatus: number,
  vantage: Vantage,
  received: number,
  retryAfterMs?: number,
): ErrorSeen {
  const error = asObject(value) ?? {};
  const data = error['data'] ?? error['details'];
  return {
    kind: 'error',
    vantage,
    received,
    name: nameOfError(error, httpStatus),
    code: codeOf(error),
    reason: reasonOf(error),
    httpStatus,
    message:
      asText(error['message']) ??
      asText(error['detail']) ??
      asText(error['title']) ??
      asText(value)?.slice(0, LONGEST_BODY).toWellFormed() ??
      '',
    data,
    retryAfterMs,
  };
}

/** What JSON-RPC has codes for has no reason in `google.rpc.Status`, only the name of a status (§3.3.2). */
const BY_STATUS: ReadonlyMap<string, A2AErrorName> = new Map([
  ['INTERNAL', 'InternalError'],
  ['INVALID_ARGUMENT', 'InvalidParams'],
]);

/** The error that an error object means. */
export function nameOfError(error: JsonObject, httpStatus: number): A2AErrorName {
  const code = codeOf(error);
  // Other numbers are HTTP statuses or gRPC codes, which say less than a reason does.
  const told = errorName(code !== undefined && code < 0 ? code : undefined, reasonOf(error));
  const name = told === 'other' ? (BY_STATUS.get(asText(error['status']) ?? '') ?? told) : told;
  return name === 'other' && (httpStatus === 401 || httpStatus === 403) ? 'Unauthenticated' : name;
}

function codeOf({ code }: JsonObject): number | undefined {
  return typeof code === 'number' ? code : undefined;
}

function reasonOf(error: JsonObject): string | undefined {
  return reasonIn(error['data'] ?? error['details']) ?? reasonOfProblem(error);
}

/**
 * The error meant by an HTTP status where a peer of HTTP+JSON sends nothing but a message: what the 0.3 text left open,
 * and some SDKs filled with the status alone. Only with a body of its own making, since a proxy has 404s too.
 */
export function nameByStatus(seen: ErrorSeen): A2AErrorName {
  const { name, httpStatus, vantage, message } = seen;
  if (name !== 'other' || message === '') return name;
  const { operation, request } = vantage;
  if (httpStatus === 404 && request.taskId !== undefined) return 'TaskNotFound';
  if (httpStatus === 409 && operation === 'CancelTask') return 'TaskNotCancelable';
  if (httpStatus === 415) return 'ContentTypeNotSupported';
  return name;
}

/** `reason` of the first ErrorInfo among the details, which JSON-RPC peers put into `data`. */
function reasonIn(data: unknown): string | undefined {
  if (!Array.isArray(data)) return asText(asObject(data)?.['reason']);
  for (const entry of data) {
    const reason = asText(asObject(entry)?.['reason']);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Earlier revisions: `type: https://a2a-protocol.org/errors/task-not-found`. */
function reasonOfProblem(error: JsonObject): string | undefined {
  const type = asText(error['type']);
  if (type === undefined || type.length > 200) return undefined;
  const reason = type
    .slice(type.lastIndexOf('/') + 1)
    .toUpperCase()
    .replaceAll('-', '_');
  return reason.endsWith('_ERROR') ? reason.slice(0, -'_ERROR'.length) : reason;
}

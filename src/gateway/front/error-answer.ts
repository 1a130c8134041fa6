import { type A2AErrorName, ERROR_CODES, type ErrorCode } from '../../protocol/error-code.ts';
import type { Binding, Dialect } from '../../protocol/operation.ts';

/** In which form a caller is answered. */
export interface AnswerForm {
  readonly dialect: Dialect;
  readonly binding: Binding;
  /** The id of the JSON-RPC request, as it came; `null` where it could not be read. */
  readonly rpcId: unknown;
}

/** An error of the gateway's own. */
export interface Refusal {
  readonly name: A2AErrorName;
  readonly message: string;
  /** The HTTP status where it says more than that of the error: 413, 429, 503. Over JSON-RPC all errors come with 200. */
  readonly status?: number;
  /** In seconds. */
  readonly retryAfter?: number;
}

export interface WrittenAnswer {
  readonly status: number;
  /** In turn name and value. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const INTERNAL: ErrorCode = { name: 'InternalError', code: -32603, reason: 'INTERNAL', httpStatus: [500] };

/** The names of gRPC's codes that 1.0 puts beside an HTTP status (§11.6). */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};
const ARGUMENT: ReadonlySet<A2AErrorName> = new Set([
  'ParseError',
  'InvalidRequest',
  'InvalidParams',
  'ContentTypeNotSupported',
]);
/** JSON-RPC's own errors are told by their code alone. */
const OWN_OF_RPC: ReadonlySet<A2AErrorName> = new Set([
  'ParseError',
  'InvalidRequest',
  'MethodNotFound',
  'InvalidParams',
  'InternalError',
]);

/** An error in the form of the caller's dialect and binding. */
export function writeError(form: AnswerForm, refusal: Refusal): WrittenAnswer {
  const retry = refusal.retryAfter === undefined ? [] : ['Retry-After', String(refusal.retryAfter)];
  const status = form.binding === 'JSONRPC' ? 200 : statusOf(refusal);
  const type = form.binding === 'HTTP+JSON' && form.dialect === '1.0' ? 'application/a2a+json' : 'application/json';
  const body = Buffer.from(errorPayload(form, refusal));
  return { status, headers: ['Content-Type', type, 'Content-Length', String(body.length), ...retry], body };
}

/** The JSON that tells an error, in an answer or as the event of a stream. */
export function errorPayload(form: AnswerForm, refusal: Refusal): string {
  const { name, message } = refusal;
  const { code, reason } = codeOf(name);
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' };
  if (form.binding === 'JSONRPC') {
    const data = form.dialect === '1.0' && !OWN_OF_RPC.has(name) ? { data: [info] } : {};
    return JSON.stringify({ jsonrpc: '2.0', id: form.rpcId ?? null, error: { code, message, ...data } });
  }
  if (form.dialect !== '1.0') return JSON.stringify({ code, message });
  const status = statusOf(refusal);
  const statusName = STATUS_NAMES[status] ?? (ARGUMENT.has(name) ? 'INVALID_ARGUMENT' : 'FAILED_PRECONDITION');
  const details = OWN_OF_RPC.has(name) ? [] : [info];
  return JSON.stringify({ error: { code: status, status: statusName, message, details } });
}

function statusOf({ name, status }: Refusal): number {
  return status ?? codeOf(name).httpStatus[0] ?? 500;
}

function codeOf(name: A2AErrorName): ErrorCode {
  return ERROR_CODES.find((entry) => entry.name === name) ?? INTERNAL;
}

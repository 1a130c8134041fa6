/**
 * The errors of A2A and of JSON-RPC (§3.3.2, §5.4, §9.5). A judge goes by `code` and `reason`: the HTTP statuses of the
 * 1.0 text changed between its revisions, so a status is graded only against a named one.
 */
export interface ErrorCode {
  readonly name: A2AErrorName;
  /** JSON-RPC code. */
  readonly code: number;
  /** `google.rpc.ErrorInfo.reason` (§11.6). */
  readonly reason: string;
  /** HTTP statuses: of the current revision first, then of earlier revisions of the same text. */
  readonly httpStatus: readonly number[];
}

export type A2AErrorName =
  | 'TaskNotFound'
  | 'TaskNotCancelable'
  | 'PushNotificationNotSupported'
  | 'UnsupportedOperation'
  | 'ContentTypeNotSupported'
  | 'InvalidAgentResponse'
  | 'ExtendedAgentCardNotConfigured'
  | 'ExtensionSupportRequired'
  | 'VersionNotSupported'
  | 'ParseError'
  | 'InvalidRequest'
  | 'MethodNotFound'
  | 'InvalidParams'
  | 'InternalError'
  | 'Unauthenticated'
  | 'other';

export const ERROR_CODES: readonly ErrorCode[] = [
  { name: 'TaskNotFound', code: -32001, reason: 'TASK_NOT_FOUND', httpStatus: [404] },
  { name: 'TaskNotCancelable', code: -32002, reason: 'TASK_NOT_CANCELABLE', httpStatus: [400, 409] },
  {
    name: 'PushNotificationNotSupported',
    code: -32003,
    reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
    httpStatus: [400, 501],
  },
  { name: 'UnsupportedOperation', code: -32004, reason: 'UNSUPPORTED_OPERATION', httpStatus: [400, 501] },
  { name: 'ContentTypeNotSupported', code: -32005, reason: 'CONTENT_TYPE_NOT_SUPPORTED', httpStatus: [400, 415] },
  { name: 'InvalidAgentResponse', code: -32006, reason: 'INVALID_AGENT_RESPONSE', httpStatus: [500, 502] },
  {
    name: 'ExtendedAgentCardNotConfigured',
    code: -32007,
    reason: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    httpStatus: [400, 404],
  },
  { name: 'ExtensionSupportRequired', code: -32008, reason: 'EXTENSION_SUPPORT_REQUIRED', httpStatus: [400] },
  { name: 'VersionNotSupported', code: -32009, reason: 'VERSION_NOT_SUPPORTED', httpStatus: [400] },
  { name: 'ParseError', code: -32700, reason: 'PARSE_ERROR', httpStatus: [400] },
  { name: 'InvalidRequest', code: -32600, reason: 'INVALID_REQUEST', httpStatus: [400] },
  { name: 'MethodNotFound', code: -32601, reason: 'METHOD_NOT_FOUND', httpStatus: [404] },
  { name: 'InvalidParams', code: -32602, reason: 'INVALID_PARAMS', httpStatus: [400] },
  { name: 'InternalError', code: -32603, reason: 'INTERNAL', httpStatus: [500] },
];

const BY_CODE = new Map(ERROR_CODES.map((entry) => [entry.code, entry.name]));
const BY_REASON = new Map(ERROR_CODES.map((entry) => [entry.reason, entry.name]));

/** The error that a JSON-RPC code or an `ErrorInfo` reason means; the reason wins, as it is the more specific. */
export function errorName(code: number | undefined, reason: string | undefined): A2AErrorName {
  return (
    (reason === undefined ? undefined : BY_REASON.get(reason)) ??
    (code === undefined ? undefined : BY_CODE.get(code)) ??
    'other'
  );
}

/**
 * The errors after which it is certain that a message was not taken in, so that it may be sent again
 * (everything else, from a timeout to −32603, leaves the outcome unknown).
 */
export function refusedUntouched(name: A2AErrorName, httpStatus: number): boolean {
  if (UNTOUCHED_NAMES.has(name)) return true;
  return name === 'other' && UNTOUCHED_STATUS.has(httpStatus);
}

/**
 * Whether an answer sends its request elsewhere instead of taking it. 303 does not: it says where to find what came of a
 * request that was taken (RFC 9110 §15.4.4).
 */
export function isElsewhere(httpStatus: number): boolean {
  return ELSEWHERE.has(httpStatus);
}

const ELSEWHERE: ReadonlySet<number> = new Set([300, 301, 302, 307, 308]);

const UNTOUCHED_NAMES: ReadonlySet<A2AErrorName> = new Set([
  'ParseError',
  'InvalidRequest',
  'MethodNotFound',
  'InvalidParams',
  'UnsupportedOperation',
  'ContentTypeNotSupported',
  'ExtensionSupportRequired',
  'VersionNotSupported',
  'Unauthenticated',
]);
// By 302 and 303 a server may send on whoever it has taken something from, to where the result is.
const UNTOUCHED_STATUS: ReadonlySet<number> = new Set([301, 307, 308, 400, 401, 403, 404, 405, 413, 415]);

/** Whether an error says for certain that nobody serves what was asked: by its status alone, since 404 may be about a task. */
export function isUnserved({
  name,
  httpStatus,
}: {
  readonly name: A2AErrorName;
  readonly httpStatus: number;
}): boolean {
  return name === 'MethodNotFound' || (name === 'other' && httpStatus === 405);
}

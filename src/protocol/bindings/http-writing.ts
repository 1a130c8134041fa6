import type { Call } from '../call.ts';
import type { WireAnswer } from '../codec.ts';
import type { A2AErrorName } from '../error-code.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { Dialect } from '../operation.ts';
import { nameOfError } from '../read/error.ts';
import { protoRequestBody } from '../write/v03-proto.ts';
import { scanJson } from './json-scan.ts';

/** What peers of HTTP+JSON want in one way or the other, beyond what the text of their dialect settles. */
export interface HttpWriting {
  /** 1.0: what the text has since 1.0.1, or what it had before. */
  readonly mediaType: 'application/a2a+json' | 'application/json';
  /** By the prose a subscription is a POST, by the proto a GET, in 0.3 and 1.0 alike. */
  readonly subscribeBy: 'POST' | 'GET';
  /** 0.x: the objects of the specification, or those of the proto files, which the official SDKs take. */
  readonly objects: 'text' | 'proto';
  /** 0.x: the peer has understood these objects, so that what it refuses from now on is never their form. */
  readonly objectsUnderstood: boolean;
}

/**
 * By the texts; but for the objects of 0.x, since servers of the official SDKs fail on those of the text in ways that
 * don't tell why: with HTTP 500, or with a stream that breaks off before its first event.
 */
export const FIRST_WRITING: HttpWriting = {
  mediaType: 'application/a2a+json',
  subscribeBy: 'POST',
  objects: 'proto',
  objectsUnderstood: false,
};

/** The body of a POST, of the request object of its dialect. */
export function writeBody(call: Call, body: JsonObject, dialect: Dialect, { objects }: HttpWriting): JsonObject {
  if (dialect !== '1.0') {
    const written = objects === 'proto' ? protoRequestBody(call) : undefined;
    if (written !== undefined) return written;
    if (call.operation === 'CreateTaskPushNotificationConfig') return { config: body };
    if (call.operation === 'CancelTask' || call.operation === 'SubscribeToTask')
      return { name: `tasks/${call.taskId}` };
    return body;
  }
  switch (call.operation) {
    case 'CreateTaskPushNotificationConfig': {
      const { taskId: _, ...config } = body;
      return config;
    }
    case 'CancelTask':
    case 'SubscribeToTask':
      // The path has the id.
      return {};
    default:
      return body;
  }
}

/** Errors that say something else than that the request could not be understood. */
const UNDERSTOOD: ReadonlySet<A2AErrorName> = new Set([
  'TaskNotFound',
  'TaskNotCancelable',
  'PushNotificationNotSupported',
  'UnsupportedOperation',
  'ContentTypeNotSupported',
  'ExtendedAgentCardNotConfigured',
  'ExtensionSupportRequired',
  'VersionNotSupported',
  'Unauthenticated',
]);

/** How to write a call after a refusal, where its answer refuses the writing rather than the call. */
export function nextWriting(
  writing: HttpWriting,
  call: Call,
  dialect: Dialect,
  { status, body }: WireAnswer,
): HttpWriting | undefined {
  if (status < 400 || UNDERSTOOD.has(nameOfBody(body, status))) return undefined;
  const noRoute = status === 404 || status === 405 || status === 501;
  if (noRoute && call.operation === 'SubscribeToTask' && writing.subscribeBy === 'POST') {
    return { ...writing, subscribeBy: 'GET' };
  }
  if (dialect === '1.0') {
    if (status !== 400 && status !== 415) return undefined;
    return writing.mediaType === 'application/json' || !hasBody(call)
      ? undefined
      : { ...writing, mediaType: 'application/json' };
  }
  if (status !== 400 && status !== 415 && status !== 422) return undefined;
  return writing.objects === 'text' || writing.objectsUnderstood || !hasTwoForms(call)
    ? undefined
    : { ...writing, objects: 'text' };
}

/** The writing to go on with once a call was understood. */
export function provenWriting(writing: HttpWriting, call: Call, dialect: Dialect): HttpWriting {
  return dialect === '1.0' || writing.objectsUnderstood || !hasTwoForms(call)
    ? writing
    : { ...writing, objectsUnderstood: true };
}

function hasTwoForms(call: Call): boolean {
  return protoRequestBody(call) !== undefined;
}

function hasBody({ operation }: Call): boolean {
  return (
    operation === 'SendMessage' ||
    operation === 'SendStreamingMessage' ||
    operation === 'CreateTaskPushNotificationConfig' ||
    operation === 'CancelTask' ||
    operation === 'SubscribeToTask'
  );
}

function nameOfBody(body: Buffer, status: number): A2AErrorName {
  const text = body.toString('utf8');
  if (scanJson(text)?.kind === 'depth') return 'other';
  try {
    const object = asObject(JSON.parse(text));
    return nameOfError(asObject(object?.['error']) ?? object ?? {}, status);
  } catch {
    return 'other';
  }
}

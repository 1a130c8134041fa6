import type { Call, OutgoingMessage, PushRegistration } from '../call.ts';
import { asObject, asText, type JsonObject } from '../json.ts';
import type { Operation } from '../operation.ts';
import { newNoticed } from './form.ts';
import { readMessage, readTexts } from './message.ts';
import { readState } from './state.ts';

type Send = Extract<Call, { readonly operation: 'SendMessage' | 'SendStreamingMessage' }>;
type Mutable<T> = { -readonly [member in keyof T]: T[member] };

/**
 * The call that a request object makes, in the form of any dialect: JSON-RPC `params`, or what HTTP+JSON has in path,
 * query and body together. What is missing is empty: an id as `''`, parts as none.
 */
export function readCall(operation: Operation, params: JsonObject): Call {
  const taskId = asText(member(params, 'taskId')) ?? asText(params['id']) ?? '';
  switch (operation) {
    case 'SendMessage':
    case 'SendStreamingMessage':
      return readSend(operation, params);
    case 'GetTask': {
      const historyLength = numberOf(member(params, 'historyLength'));
      return { operation, taskId, ...(historyLength === undefined ? {} : { historyLength }) };
    }
    case 'ListTasks':
      return readListTasks(params);
    case 'CreateTaskPushNotificationConfig':
      return { operation, ...readRegistration(params) };
    case 'GetTaskPushNotificationConfig':
    case 'DeleteTaskPushNotificationConfig': {
      // 1.0 has the task as taskId and the config as id, 0.x the task as id.
      const config = asText(member(params, 'pushNotificationConfigId')) ?? asText(params['configId']);
      const configId = config ?? (member(params, 'taskId') === undefined ? undefined : asText(params['id'])) ?? '';
      return { operation, taskId, configId };
    }
    case 'GetExtendedAgentCard':
      return { operation };
    default:
      return { operation, taskId };
  }
}

function readSend(operation: Send['operation'], params: JsonObject): Call {
  const configuration = asObject(params['configuration']) ?? {};
  // The proto of 0.3 calls the message `request`.
  const call: Mutable<Send> = { operation, message: readOutgoing(params['message'] ?? params['request']) };
  const { blocking } = configuration;
  const returnImmediately = member(configuration, 'returnImmediately');
  if (typeof blocking === 'boolean') call.blocking = blocking;
  if (typeof returnImmediately === 'boolean') call.blocking = !returnImmediately;
  const modes = readTexts(member(configuration, 'acceptedOutputModes'));
  if (modes !== undefined && modes.length > 0) call.acceptedOutputModes = modes;
  const historyLength = numberOf(member(configuration, 'historyLength'));
  if (historyLength !== undefined) call.historyLength = historyLength;
  const push =
    member(configuration, 'taskPushNotificationConfig') ??
    member(configuration, 'pushNotificationConfig') ??
    member(configuration, 'pushNotification');
  if (asObject(push) !== undefined) call.push = readPush(push);
  const metadata = asObject(params['metadata']);
  if (metadata !== undefined) call.metadata = metadata;
  return call;
}

function readOutgoing(value: unknown): OutgoingMessage {
  const noticed = newNoticed(asObject(value)?.['content'] !== undefined);
  const read = asObject(value) === undefined ? undefined : readMessage(value, noticed, 'message');
  const { raw, role: _, messageId = '', parts = [], ...message } = read ?? {};
  const referenceTaskIds = readTexts(raw && member(raw, 'referenceTaskIds'));
  return { ...message, messageId, parts, ...(referenceTaskIds === undefined ? {} : { referenceTaskIds }) };
}

function readListTasks(params: JsonObject): Call {
  const call: Mutable<Extract<Call, { readonly operation: 'ListTasks' }>> = { operation: 'ListTasks' };
  const contextId = asText(member(params, 'contextId'));
  if (contextId !== undefined) call.contextId = contextId;
  if (params['status'] !== undefined) call.state = readState(params['status'], newNoticed(false));
  const updatedAfter = asText(member(params, 'statusTimestampAfter'));
  if (updatedAfter !== undefined) call.updatedAfter = updatedAfter;
  const pageSize = numberOf(member(params, 'pageSize'));
  if (pageSize !== undefined) call.pageSize = pageSize;
  const pageToken = asText(member(params, 'pageToken'));
  if (pageToken !== undefined) call.pageToken = pageToken;
  const historyLength = numberOf(member(params, 'historyLength'));
  if (historyLength !== undefined) call.historyLength = historyLength;
  const includeArtifacts = member(params, 'includeArtifacts');
  if (includeArtifacts !== undefined) call.includeArtifacts = includeArtifacts === true || includeArtifacts === 'true';
  return call;
}

/** 1.0 flat, 0.x under `pushNotificationConfig`, over HTTP+JSON in `config` on top of it. */
function readRegistration(params: JsonObject): { readonly taskId: string; readonly push: PushRegistration } {
  const outer = asObject(params['config']) ?? params;
  const nested = asObject(member(outer, 'pushNotificationConfig'));
  const named = /^tasks\/(.+)$/.exec(asText(params['parent']) ?? '')?.[1];
  const taskId = asText(member(params, 'taskId')) ?? asText(member(outer, 'taskId')) ?? named ?? '';
  return { taskId, push: readPush(nested ?? outer) };
}

function readPush(value: unknown): PushRegistration {
  const given = asObject(value) ?? {};
  const push: Mutable<PushRegistration> = { url: asText(given['url']) ?? '' };
  const id = asText(given['id']);
  if (id !== undefined) push.id = id;
  const token = asText(given['token']);
  if (token !== undefined) push.token = token;
  const authentication = asObject(given['authentication']);
  const scheme = asText(authentication?.['scheme']) ?? readTexts(authentication?.['schemes'])?.[0];
  if (scheme !== undefined) {
    push.authentication = { scheme, credentials: asText(authentication?.['credentials']) ?? '' };
  }
  return push;
}

/** The names in the proto files, by those in JSON. Requests are read all the time, and the names are a handful. */
const PROTO_NAMES = new Map<string, string>();

/** A member by its name in JSON, or by that in the proto files, which parsers of proto JSON take as well. */
function member(holder: JsonObject, name: string): unknown {
  const value = holder[name];
  if (value !== undefined && value !== null) return value;
  let protoName = PROTO_NAMES.get(name);
  if (protoName === undefined) {
    protoName = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    PROTO_NAMES.set(name, protoName);
  }
  return holder[protoName];
}

/** A number, also in the text that a query has for it. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

import type { Call, CallOf, OutgoingMessage, PushRegistration } from '../call.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { Part } from '../model.ts';
import type { Operation } from '../operation.ts';
import type { DialectWriter } from './dialect-writer.ts';
import { headerList } from './header-list.ts';

/** 0.3, §7: the method of each operation. There is no ListTasks. */
export const METHODS_V03: { readonly [operation in Operation]?: string } = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
  CreateTaskPushNotificationConfig: 'tasks/pushNotificationConfig/set',
  GetTaskPushNotificationConfig: 'tasks/pushNotificationConfig/get',
  ListTaskPushNotificationConfigs: 'tasks/pushNotificationConfig/list',
  DeleteTaskPushNotificationConfig: 'tasks/pushNotificationConfig/delete',
  GetExtendedAgentCard: 'agent/getAuthenticatedExtendedCard',
};

/** Writes 0.3: objects say what they are by `kind`, and there is no version header (its absence means 0.3). */
export const writeV03: DialectWriter = {
  dialect: '0.3',
  methodName: (operation) => METHODS_V03[operation],
  requestBody,
  serviceHeaders: (extensions) => (extensions.length === 0 ? {} : { 'x-a2a-extensions': headerList(extensions) }),
};

function requestBody(call: Call): JsonObject {
  switch (call.operation) {
    case 'SendMessage':
    case 'SendStreamingMessage': {
      const configuration = configurationOf(call);
      return {
        message: messageBody(call.message),
        ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
        ...(call.metadata === undefined ? {} : { metadata: call.metadata }),
      };
    }
    case 'GetTask':
      return {
        id: call.taskId,
        ...(call.historyLength === undefined ? {} : { historyLength: call.historyLength }),
      };
    case 'CancelTask':
    case 'SubscribeToTask':
    case 'ListTaskPushNotificationConfigs':
      return { id: call.taskId };
    case 'CreateTaskPushNotificationConfig':
      return { taskId: call.taskId, pushNotificationConfig: pushBody(call.push) };
    case 'GetTaskPushNotificationConfig':
    case 'DeleteTaskPushNotificationConfig':
      return { id: call.taskId, pushNotificationConfigId: call.configId };
    case 'ListTasks':
    case 'GetExtendedAgentCard':
      return {};
  }
}

function messageBody({ parts, ...message }: OutgoingMessage): JsonObject {
  return { kind: 'message', role: 'user', ...message, parts: parts.map(partBody) };
}

/** §6.5. Only a file has a media type; the others are told apart by their kind alone. */
function partBody(part: Part): JsonObject {
  const { text, raw, url, data, mediaType, filename, metadata } = part;
  const rest = metadata === undefined ? {} : { metadata };
  if (text !== undefined) return { kind: 'text', text, ...rest };
  if (raw === undefined && url === undefined) return { kind: 'data', data: dataBody(data), ...rest };
  const file = {
    ...(raw === undefined ? { uri: url } : { bytes: raw }),
    ...(mediaType ? { mimeType: mediaType } : {}),
    ...(filename ? { name: filename } : {}),
  };
  return { kind: 'file', file, ...rest };
}

/** Data is an object before 1.0: any other JSON value has to be put into one. */
export function dataBody(data: unknown): JsonObject {
  return asObject(data) ?? { value: data };
}

/** §7.1.1. Whether a send blocks has no meaning for a stream, so it isn't sent with one. */
export function configurationOf(call: CallOf<'SendMessage' | 'SendStreamingMessage'>): JsonObject {
  return {
    ...(call.acceptedOutputModes === undefined ? {} : { acceptedOutputModes: call.acceptedOutputModes }),
    ...(call.historyLength === undefined ? {} : { historyLength: call.historyLength }),
    ...(call.blocking === undefined || call.operation === 'SendStreamingMessage' ? {} : { blocking: call.blocking }),
    ...(call.push === undefined ? {} : { pushNotificationConfig: pushBody(call.push) }),
  };
}

/** §6.8. Authentication is a list of schemes. */
export function pushBody({ authentication, ...push }: PushRegistration): JsonObject {
  if (authentication === undefined) return push;
  const { scheme, credentials } = authentication;
  return { ...push, authentication: { schemes: [scheme], credentials } };
}

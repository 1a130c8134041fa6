import type { Call, OutgoingMessage, PushRegistration } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { DialectWriter } from './dialect-writer.ts';
import { headerList } from './header-list.ts';

/** Writes 1.0: JSON-RPC methods are called as the operations (§5.3), service parameters go without a prefix (§9.2). */
export const writeV10: DialectWriter = {
  dialect: '1.0',
  methodName: (operation) => operation,
  requestBody,
  serviceHeaders: (extensions) => ({
    'a2a-version': '1.0',
    ...(extensions.length === 0 ? {} : { 'a2a-extensions': headerList(extensions) }),
  }),
};

/** The request object of a call (§3.2, a2a.proto), without the tenant. */
function requestBody(call: Call): JsonObject {
  switch (call.operation) {
    case 'SendMessage':
    case 'SendStreamingMessage':
      return {
        message: messageBody(call.message),
        ...configuration(call),
        ...(call.metadata === undefined ? {} : { metadata: call.metadata }),
      };
    case 'GetTask':
      return {
        id: call.taskId,
        ...(call.historyLength === undefined ? {} : { historyLength: call.historyLength }),
      };
    case 'CancelTask':
    case 'SubscribeToTask':
      return { id: call.taskId };
    case 'ListTasks': {
      const { operation: _, state, updatedAfter, ...rest } = call;
      return {
        ...rest,
        ...(updatedAfter === undefined ? {} : { statusTimestampAfter: updatedAfter }),
        ...(state === undefined ? {} : { status: `TASK_STATE_${state.toUpperCase().replace('-', '_')}` }),
      };
    }
    case 'CreateTaskPushNotificationConfig':
      return { taskId: call.taskId, ...pushBody(call.push) };
    case 'GetTaskPushNotificationConfig':
    case 'DeleteTaskPushNotificationConfig':
      return { taskId: call.taskId, id: call.configId };
    case 'ListTaskPushNotificationConfigs':
      return { taskId: call.taskId };
    case 'GetExtendedAgentCard':
      return {};
  }
}

function messageBody(message: OutgoingMessage): JsonObject {
  return { ...message, role: 'ROLE_USER' };
}

/** §3.2.2. `returnImmediately` has no effect on a stream, so it isn't sent with one. */
function configuration(call: Call & { readonly operation: 'SendMessage' | 'SendStreamingMessage' }): JsonObject {
  const body = {
    ...(call.acceptedOutputModes === undefined ? {} : { acceptedOutputModes: call.acceptedOutputModes }),
    ...(call.historyLength === undefined ? {} : { historyLength: call.historyLength }),
    ...(call.blocking === undefined || call.operation === 'SendStreamingMessage'
      ? {}
      : { returnImmediately: !call.blocking }),
    ...(call.push === undefined ? {} : { taskPushNotificationConfig: pushBody(call.push) }),
  };
  return Object.keys(body).length === 0 ? {} : { configuration: body };
}

function pushBody(push: PushRegistration): JsonObject {
  return { ...push };
}

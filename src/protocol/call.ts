import type { JsonObject } from './json.ts';
import type { Part } from './model.ts';
import type { RequestFacts, Vantage } from './observation.ts';
import type { Operation } from './operation.ts';
import type { TaskState } from './task-state.ts';

/** A message to be sent, by the names of 1.0 (§4.1.4). */
export interface OutgoingMessage {
  readonly messageId: string;
  readonly parts: readonly Part[];
  readonly taskId?: string;
  readonly contextId?: string;
  readonly metadata?: JsonObject;
  readonly extensions?: readonly string[];
  readonly referenceTaskIds?: readonly string[];
}

/** Where and how a peer is to deliver (§4.3.1). */
export interface PushRegistration {
  readonly url: string;
  readonly id?: string;
  readonly token?: string;
  readonly authentication?: { readonly scheme: string; readonly credentials: string };
}

/** A call of each operation, by the names of 1.0 whatever the dialect (§3.1, §3.2). */
export type Call =
  | {
      readonly operation: 'SendMessage' | 'SendStreamingMessage';
      readonly message: OutgoingMessage;
      /** Wait for a terminal or interrupted state (§3.2.2). Absent: whatever the dialect's default is. */
      readonly blocking?: boolean;
      readonly acceptedOutputModes?: readonly string[];
      readonly historyLength?: number;
      readonly push?: PushRegistration;
      readonly metadata?: JsonObject;
    }
  | { readonly operation: 'GetTask'; readonly taskId: string; readonly historyLength?: number }
  | { readonly operation: 'CancelTask' | 'SubscribeToTask'; readonly taskId: string }
  | {
      readonly operation: 'ListTasks';
      readonly contextId?: string;
      readonly state?: TaskState;
      /** ISO 8601: only tasks whose status is as new (`statusTimestampAfter`). */
      readonly updatedAfter?: string;
      readonly pageSize?: number;
      readonly pageToken?: string;
      readonly historyLength?: number;
      readonly includeArtifacts?: boolean;
    }
  | {
      readonly operation: 'CreateTaskPushNotificationConfig';
      readonly taskId: string;
      readonly push: PushRegistration;
    }
  | {
      readonly operation: 'GetTaskPushNotificationConfig' | 'DeleteTaskPushNotificationConfig';
      readonly taskId: string;
      readonly configId: string;
    }
  | { readonly operation: 'ListTaskPushNotificationConfigs'; readonly taskId: string }
  | { readonly operation: 'GetExtendedAgentCard' };

export type CallOf<O extends Operation> = Call & { readonly operation: O };

/** Whether a call of this operation is answered by a stream. */
export function isStreaming(operation: Operation): boolean {
  return operation === 'SendStreamingMessage' || operation === 'SubscribeToTask';
}

/** What of a call matters to the judging of what comes back. */
export function requestFacts(
  call: Call,
  extra: Pick<RequestFacts, 'version' | 'extensions' | 'identity' | 'rpcId' | 'acceptedOutputModes'> = {},
): RequestFacts {
  switch (call.operation) {
    case 'SendMessage':
    case 'SendStreamingMessage': {
      const { message, push } = call;
      return {
        ...extra,
        messageId: message.messageId,
        inputModes: message.parts.map(mediaTypeOf),
        ...(message.taskId === undefined ? {} : { taskId: message.taskId }),
        ...(message.contextId === undefined ? {} : { contextId: message.contextId }),
        ...(call.blocking === undefined ? {} : { blocking: call.blocking }),
        ...(call.historyLength === undefined ? {} : { historyLength: call.historyLength }),
        ...(call.acceptedOutputModes === undefined ? {} : { acceptedOutputModes: call.acceptedOutputModes }),
        ...(push === undefined ? {} : { pushUrl: push.url, pushAuthenticated: push.authentication !== undefined }),
      };
    }
    case 'ListTasks': {
      const { operation: _, ...facts } = call;
      return { ...extra, ...facts };
    }
    case 'CreateTaskPushNotificationConfig':
      return {
        ...extra,
        taskId: call.taskId,
        pushUrl: call.push.url,
        pushAuthenticated: call.push.authentication !== undefined,
        ...(call.push.id === undefined ? {} : { configId: call.push.id }),
      };
    case 'GetExtendedAgentCard':
      return extra;
    default: {
      const { operation: _, ...facts } = call;
      return { ...extra, ...facts };
    }
  }
}

/** The media type of a part as a mode, in lower case and without parameters; text without one is `text/plain`, data without one JSON. */
export function mediaTypeOf(part: Part): string {
  if (part.mediaType) return withoutParameters(part.mediaType);
  if (part.text !== undefined) return 'text/plain';
  return part.data === undefined ? 'application/octet-stream' : 'application/json';
}

/** A media type in lower case, without its parameters. */
export function withoutParameters(mediaType: string): string {
  const end = mediaType.indexOf(';');
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** The vantage of a call that goes out now. */
export function vantageOf(id: number, call: Call, asked: number, request: RequestFacts): Vantage {
  return { id, channel: isStreaming(call.operation) ? 'stream' : 'answer', operation: call.operation, asked, request };
}

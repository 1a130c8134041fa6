import { randomUUID } from 'node:crypto';
import type { Call, PushRegistration } from '../protocol/call.ts';
import type { Part } from '../protocol/model.ts';
import type { CallOptions } from './calls.ts';

/** How a message is sent. */
export interface SendOptions extends CallOptions {
  readonly blocking?: boolean;
  readonly historyLength?: number;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly acceptedOutputModes?: readonly string[];
  readonly push?: PushRegistration;
}

export type MessageCall = Extract<Call, { readonly operation: 'SendMessage' | 'SendStreamingMessage' }>;

/** The call that sends a new message. */
export function messageCall(
  operation: MessageCall['operation'],
  parts: readonly Part[],
  { blocking, historyLength, push, acceptedOutputModes, taskId, contextId }: SendOptions,
): MessageCall {
  return {
    operation,
    message: {
      messageId: randomUUID(),
      parts,
      ...(taskId === undefined ? {} : { taskId }),
      ...(contextId === undefined ? {} : { contextId }),
    },
    ...(blocking === undefined ? {} : { blocking }),
    ...(historyLength === undefined ? {} : { historyLength }),
    ...(push === undefined ? {} : { push }),
    ...(acceptedOutputModes === undefined ? {} : { acceptedOutputModes }),
  };
}

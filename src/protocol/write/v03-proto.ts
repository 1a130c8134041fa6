import type { Call, OutgoingMessage, PushRegistration } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { Part } from '../model.ts';
import { configurationOf, dataBody, pushBody } from './v03.ts';

/**
 * The request objects of 0.3 over HTTP+JSON as the JSON of that version's proto files has them. The specification has
 * them otherwise; the official SDKs take this form only.
 */
export function protoRequestBody(call: Call): JsonObject | undefined {
  switch (call.operation) {
    case 'SendMessage':
    case 'SendStreamingMessage': {
      const { pushNotificationConfig, ...rest } = configurationOf(call);
      const configuration =
        pushNotificationConfig === undefined ? rest : { ...rest, pushNotification: pushNotificationConfig };
      return {
        message: messageBody(call.message),
        ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
        ...(call.metadata === undefined ? {} : { metadata: call.metadata }),
      };
    }
    case 'CreateTaskPushNotificationConfig':
      return configBody(call.taskId, call.push);
    default:
      return undefined;
  }
}

function messageBody({ parts, ...message }: OutgoingMessage): JsonObject {
  return { ...message, role: 'ROLE_USER', content: parts.map(partBody) };
}

function partBody({ text, raw, url, data, mediaType, filename, metadata }: Part): JsonObject {
  const rest = metadata === undefined ? {} : { metadata };
  if (text !== undefined) return { text, ...rest };
  if (raw === undefined && url === undefined) return { data: { data: dataBody(data) }, ...rest };
  const file = {
    ...(raw === undefined ? { fileWithUri: url } : { fileWithBytes: raw }),
    ...(mediaType ? { mimeType: mediaType } : {}),
    ...(filename ? { name: filename } : {}),
  };
  return { file, ...rest };
}

/** The SDK wants `parent` in the body, though the path has it too. */
function configBody(taskId: string, push: PushRegistration): JsonObject {
  const parent = `tasks/${taskId}`;
  const configId = push.id ?? '';
  return {
    parent,
    configId,
    config: { name: `${parent}/pushNotificationConfigs/${configId}`, pushNotificationConfig: pushBody(push) },
  };
}

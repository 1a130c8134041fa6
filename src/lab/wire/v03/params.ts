import type { Operation, Params } from '../../exchange.ts';
import type { JsonObject } from '../../model.ts';
import { asFlag, asId, asNumber, asObject, asTexts, readFrom, writeBack } from '../json.ts';
import type { Objects } from '../objects.ts';
import { type PushShape, readConfig, writeConfig } from './push.ts';

export interface ParamsShape {
  readonly objects: Objects;
  readonly push: PushShape;
  /** The field of a send configuration that holds a push config. */
  readonly pushField: 'pushNotificationConfig' | 'pushNotification';
  /** Whether setting a config takes it under the key `config` (HTTP+JSON). */
  readonly pushUnderConfig: boolean;
}

export function readParams(shape: ParamsShape, operation: Operation, json: JsonObject): Params {
  return readFrom(shape.objects.format, json, read(shape, operation, json));
}

function read(shape: ParamsShape, operation: Operation, json: JsonObject): Params {
  switch (operation) {
    case 'send':
    case 'stream':
      return readSend(shape, json);
    case 'push-set': {
      const push = shape.push.read(shape.pushUnderConfig ? (asObject(json['config']) ?? json) : json);
      return { taskId: push?.taskId, push };
    }
    case 'push-get':
    case 'push-delete':
      return { taskId: asId(json['id']), configId: asId(json['pushNotificationConfigId']) };
    default:
      return { taskId: asId(json['id']), historyLength: asNumber(json['historyLength']), includeArtifacts: true };
  }
}

function readSend({ objects, pushField }: ParamsShape, json: JsonObject): Params {
  const message = asObject(json['message']);
  const configuration = asObject(json['configuration']) ?? {};
  return {
    message: message && objects.readMessage(message),
    blocking: asFlag(configuration['blocking']) ?? true,
    historyLength: asNumber(configuration['historyLength']),
    acceptedOutputModes: asTexts(configuration['acceptedOutputModes']),
    push: readConfig(asObject(configuration[pushField]), undefined),
  };
}

export function writeParams(shape: ParamsShape, operation: Operation, params: Params): JsonObject {
  const { taskId, configId, historyLength, push } = params;
  switch (operation) {
    case 'send':
    case 'stream':
      return writeBack(shape.objects.format, params, {
        message: params.message && shape.objects.writeMessage(params.message),
        configuration: {
          blocking: params.blocking ?? true,
          historyLength,
          acceptedOutputModes: params.acceptedOutputModes,
          [shape.pushField]: push && writeConfig(push),
        },
      });
    case 'push-set': {
      const config = push && shape.push.write({ ...push, taskId: taskId ?? push.taskId });
      if (config === undefined || !shape.pushUnderConfig) return config ?? {};
      return { parent: `tasks/${taskId}`, configId: push?.id, config };
    }
    case 'push-get':
    case 'push-delete':
      return { id: taskId, pushNotificationConfigId: configId };
    default:
      return writeBack(shape.objects.format, params, { id: taskId, historyLength });
  }
}

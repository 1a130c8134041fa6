import type { Operation, Params } from '../../exchange.ts';
import type { JsonObject } from '../../model.ts';
import { asFlag, asId, asNumber, asObject, asTexts, readFrom, writeBack } from '../json.ts';
import { protoState, stateOfProto } from '../proto-names.ts';
import { objects } from './objects.ts';
import { readPush, writePush } from './push.ts';

export function readParams(operation: Operation, json: JsonObject): Params {
  return readFrom('1.0', json, { ...read(operation, json), tenant: asId(json['tenant']) });
}

function read(operation: Operation, json: JsonObject): Params {
  switch (operation) {
    case 'send':
    case 'stream':
      return readSend(json);
    case 'push-set':
      return { taskId: asId(json['taskId']), push: readPush(json) };
    case 'push-get':
    case 'push-delete':
      return { taskId: asId(json['taskId']), configId: asId(json['id']) };
    case 'push-list':
      return { taskId: asId(json['taskId']) };
    case 'list':
      return {
        contextId: asId(json['contextId']),
        state: json['status'] === undefined ? undefined : stateOfProto(json['status']),
        pageSize: asNumber(json['pageSize']),
        pageToken: asId(json['pageToken']),
        historyLength: asNumber(json['historyLength']),
        updatedAfter: asId(json['statusTimestampAfter']),
        includeArtifacts: asFlag(json['includeArtifacts']),
      };
    default:
      return { taskId: asId(json['id']), historyLength: asNumber(json['historyLength']) };
  }
}

function readSend(json: JsonObject): Params {
  const message = asObject(json['message']);
  const configuration = asObject(json['configuration']) ?? {};
  return {
    message: message && objects.readMessage(message),
    blocking: asFlag(configuration['returnImmediately']) !== true,
    historyLength: asNumber(configuration['historyLength']),
    acceptedOutputModes: asTexts(configuration['acceptedOutputModes']),
    push: readPush(asObject(configuration['taskPushNotificationConfig'])),
  };
}

export function writeParams(operation: Operation, params: Params): JsonObject {
  const { taskId, configId, historyLength, state } = params;
  switch (operation) {
    case 'send':
    case 'stream':
      return writeBack('1.0', params, {
        message: params.message && objects.writeMessage(params.message),
        configuration: {
          returnImmediately: params.blocking === false ? true : undefined,
          historyLength,
          acceptedOutputModes: params.acceptedOutputModes,
          taskPushNotificationConfig: params.push && writePush(params.push),
        },
      });
    case 'push-set':
      return { ...(params.push && writePush(params.push)), taskId };
    case 'push-get':
    case 'push-delete':
      return { taskId, id: configId };
    case 'push-list':
      return { taskId };
    case 'list':
      return writeBack('1.0', params, {
        contextId: params.contextId,
        status: state && protoState(state, 'CANCELED'),
        pageSize: params.pageSize,
        pageToken: params.pageToken,
        historyLength,
        statusTimestampAfter: params.updatedAfter,
        includeArtifacts: params.includeArtifacts,
      });
    default:
      return writeBack('1.0', params, { id: taskId, historyLength });
  }
}

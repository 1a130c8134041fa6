import type { JsonObject, PushConfig } from '../../model.ts';
import { asObject, asText, asTexts, readFrom, writeBack } from '../json.ts';

/** How a config and the name of its task are written: as the specification has it, or as its protocol buffers do. */
export interface PushShape {
  readonly read: (json: JsonObject) => PushConfig | undefined;
  readonly write: (config: PushConfig) => JsonObject;
}

/** `{taskId, pushNotificationConfig}` */
export const pushBySpec: PushShape = {
  read: (json) => readConfig(asObject(json['pushNotificationConfig']), asText(json['taskId'])),
  write: (config) => ({ taskId: config.taskId, pushNotificationConfig: writeConfig(config) }),
};

/** `{name: "tasks/…/pushNotificationConfigs/…", pushNotificationConfig}` */
export const pushByProto: PushShape = {
  read: (json) => readConfig(asObject(json['pushNotificationConfig']), asText(json['name'])?.split('/')[1]),
  write: (config) => ({
    name: `tasks/${config.taskId}/pushNotificationConfigs/${config.id}`,
    pushNotificationConfig: writeConfig(config),
  }),
};

/** The config alone, as `message/send` takes it. One without a url is none. */
export function readConfig(json: JsonObject | undefined, taskId: string | undefined): PushConfig | undefined {
  const url = json && asText(json['url']);
  if (json === undefined || url === undefined) return undefined;
  const authentication = asObject(json['authentication']);
  return readFrom('0.3', json, {
    id: asText(json['id']) ?? '',
    taskId: taskId ?? '',
    url,
    token: asText(json['token']),
    scheme: authentication && asTexts(authentication['schemes'])?.[0],
    credentials: authentication && asText(authentication['credentials']),
  });
}

export function writeConfig(config: PushConfig): JsonObject {
  const { id, url, token, scheme, credentials } = config;
  const authentication = scheme === undefined ? undefined : { schemes: [scheme], credentials };
  return writeBack('0.3', config, { id, url, token, authentication });
}

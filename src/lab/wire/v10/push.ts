import type { JsonObject, PushConfig } from '../../model.ts';
import { asObject, asText, readFrom, writeBack } from '../json.ts';

/** A config without a url is none. */
export function readPush(json: JsonObject | undefined): PushConfig | undefined {
  const url = json && asText(json['url']);
  if (json === undefined || url === undefined) return undefined;
  const authentication = asObject(json['authentication']);
  return readFrom('1.0', json, {
    id: asText(json['id']) ?? '',
    taskId: asText(json['taskId']) ?? '',
    url,
    token: asText(json['token']),
    scheme: authentication && asText(authentication['scheme']),
    credentials: authentication && asText(authentication['credentials']),
  });
}

export function writePush(config: PushConfig): JsonObject {
  const { id, taskId, url, token, scheme, credentials } = config;
  return writeBack('1.0', config, {
    id,
    taskId: taskId === '' ? undefined : taskId,
    url,
    token,
    authentication: scheme === undefined ? undefined : { scheme, credentials },
  });
}

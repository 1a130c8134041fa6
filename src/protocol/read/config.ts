import { asObject, asText } from '../json.ts';
import type { PushConfig } from '../observation.ts';

/**
 * Reads one push config in the form of any dialect: flat (1.0), under `pushNotificationConfig` beside its `taskId`
 * (0.x) or its resource name (0.3 proto), or under `config` (drafts of 1.0). `undefined` where it is none.
 */
export function readConfig(value: unknown): PushConfig | undefined {
  const given = asObject(value);
  if (given === undefined) return undefined;
  const holder = asObject(given['config']) ?? given;
  const config = asObject(holder['pushNotificationConfig']) ?? holder;
  const name = namesOf(holder['name']);
  const taskId = asText(holder['taskId']) ?? asText(given['taskId']) ?? name?.taskId;
  const url = asText(config['url']);
  const id = asText(config['id']) ?? name?.configId;
  return url === undefined && taskId === undefined && id === undefined ? undefined : { id, taskId, url };
}

/** Reads a list of push configs, with or without a member that holds it; `undefined` where it is none. */
export function readConfigs(value: unknown): readonly PushConfig[] | undefined {
  const given = asObject(value);
  // The proto form leaves out a list that is empty.
  const list = Array.isArray(value) ? value : given && (given['configs'] ?? (hasOnlyPaging(given) ? [] : undefined));
  if (Array.isArray(list)) return list.map(readConfig).filter((config) => config !== undefined);
  const single = readConfig(value);
  return single && [single];
}

function hasOnlyPaging(given: object): boolean {
  return Object.keys(given).every((member) => member === 'nextPageToken');
}

/** `tasks/{id}/pushNotificationConfigs/{id}` */
function namesOf(name: unknown): { readonly taskId: string; readonly configId: string } | undefined {
  const match = typeof name === 'string' ? /^tasks\/(.+)\/pushNotificationConfigs\/(.+)$/.exec(name) : null;
  return match === null ? undefined : { taskId: match[1] ?? '', configId: match[2] ?? '' };
}

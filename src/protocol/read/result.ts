import { isStreaming } from '../call.ts';
import { asList, asObject, asText, type JsonObject } from '../json.ts';
import type { Observation, PushConfig, Vantage } from '../observation.ts';
import { readEvent } from './event.ts';
import { FORM, type Noticed } from './form.ts';
import { readTask } from './task.ts';

/** Reads what a call was answered with, by what the operation promises; `undefined` where it isn't that. */
export function readResult(
  value: unknown,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): Observation | undefined {
  const { operation } = vantage;
  if (operation === 'SendMessage' || isStreaming(operation)) return readEvent(value, vantage, received, noticed);
  const object = asObject(value);
  switch (operation) {
    case 'GetTask':
    case 'CancelTask':
      return readTaskResult(object, vantage, received, noticed);
    case 'ListTasks':
      return object && Array.isArray(object['tasks']) ? readList(object, vantage, received, noticed) : undefined;
    case 'GetExtendedAgentCard':
      return object && { kind: 'card', card: object, vantage, received };
    case 'DeleteTaskPushNotificationConfig':
      return { kind: 'config', configs: [], vantage, received };
    default:
      return { kind: 'config', configs: readConfigs(value), vantage, received };
  }
}

function readTaskResult(
  object: JsonObject | undefined,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): Observation | undefined {
  const wrapped = asObject(object?.['task']);
  if (object?.['kind'] !== undefined) noticed.bits |= FORM.kind;
  const task = readTask(wrapped ?? object, noticed);
  return task && { kind: 'task', task, vantage, received };
}

function readList(object: JsonObject, vantage: Vantage, received: number, noticed: Noticed): Observation {
  const total = object['totalSize'];
  const token = object['nextPageToken'];
  return {
    kind: 'list',
    vantage,
    received,
    tasks: asList(object['tasks'])
      .map((entry) => readTask(entry, noticed))
      .filter((task) => task !== undefined),
    nextPageToken: typeof token === 'string' ? token : undefined,
    totalSize: typeof total === 'number' ? total : undefined,
  };
}

function readConfigs(value: unknown): readonly PushConfig[] {
  const list = Array.isArray(value) ? value : (asObject(value)?.['configs'] ?? [value]);
  return asList(list).flatMap((entry) => {
    const holder = asObject(entry);
    if (holder === undefined) return [];
    const config = asObject(holder['pushNotificationConfig']) ?? holder;
    return [{ id: asText(config['id']), taskId: asText(holder['taskId']), url: asText(config['url']) }];
  });
}

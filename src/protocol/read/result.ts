import { isStreaming } from '../call.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { Task } from '../model.ts';
import type { ListSeen, Observation, Vantage } from '../observation.ts';
import { readConfig, readConfigs } from './config.ts';
import { readEvent } from './event.ts';
import { FORM, type Noticed, noticeWrong } from './form.ts';
import { readTask } from './task.ts';

/** Reads what a call was answered with, by what the operation promises; `undefined` where it isn't that. */
export function readResult(
  value: unknown,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): Observation | undefined {
  const { operation } = vantage;
  if (operation === 'SendMessage' || isStreaming(operation)) {
    const seen = readEvent(value, vantage, received, noticed);
    if (operation === 'SendMessage' && (seen?.kind === 'status' || seen?.kind === 'artifact')) {
      noticeWrong(noticed, 'an event in place of a task or a message');
    }
    return seen;
  }
  switch (operation) {
    case 'GetTask':
    case 'CancelTask':
      return readTaskResult(asObject(value), vantage, received, noticed);
    case 'ListTasks':
      return readList(value, vantage, received, noticed);
    case 'GetExtendedAgentCard': {
      const card = asObject(value);
      return card && !looksLikeError(card) ? { kind: 'card', card, vantage, received } : undefined;
    }
    case 'DeleteTaskPushNotificationConfig':
      // "Implementation-specific": null, an empty object, the config itself. An error is none of them.
      return looksLikeError(asObject(value)) ? undefined : { kind: 'config', configs: [], vantage, received };
    case 'ListTaskPushNotificationConfigs': {
      const configs = readConfigs(value);
      return configs && { kind: 'config', configs, vantage, received };
    }
    default: {
      const config = readConfig(value);
      return config && { kind: 'config', configs: [config], vantage, received };
    }
  }
}

/** Whether an object is an error rather than a result. */
export function looksLikeError(object: JsonObject | undefined): boolean {
  if (object === undefined) return false;
  const { error, code, message } = object;
  return (error !== undefined && error !== null) || (typeof code === 'number' && typeof message === 'string');
}

function readTaskResult(
  object: JsonObject | undefined,
  vantage: Vantage,
  received: number,
  noticed: Noticed,
): Observation | undefined {
  const wrapped = object?.['status'] === undefined ? asObject(object?.['task']) : undefined;
  const task = readOne(wrapped ?? object, noticed);
  if (wrapped !== undefined) noticed.bits |= FORM.wrappedTask;
  return task && { kind: 'task', task, vantage, received };
}

function readOne(value: unknown, noticed: Noticed): Task | undefined {
  // Beside the members of 1.0 a kind does no harm there; in 0.x it has to be.
  if (asObject(value)?.['kind'] === undefined) noticed.bits |= FORM.kindless;
  return readTask(value, noticed);
}

function readList(value: unknown, vantage: Vantage, received: number, noticed: Noticed): ListSeen | undefined {
  const object = asObject(value);
  const list = Array.isArray(value) ? value : object?.['tasks'];
  if (!Array.isArray(list)) return undefined;
  const total = object?.['totalSize'];
  const size = object?.['pageSize'];
  const token = object?.['nextPageToken'];
  const tasks: Task[] = [];
  for (const entry of list) {
    const task = readOne(entry, noticed);
    if (task !== undefined) tasks.push(task);
    else noticeWrong(noticed, 'tasks[]');
  }
  return {
    kind: 'list',
    vantage,
    received,
    tasks,
    nextPageToken: typeof token === 'string' ? token : undefined,
    totalSize: typeof total === 'number' ? total : undefined,
    pageSize: typeof size === 'number' ? size : undefined,
  };
}

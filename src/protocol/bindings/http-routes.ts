import type { Call } from '../call.ts';
import type { Endpoint, WireRequest } from '../codec.ts';
import { withoutEndSlashes } from '../end-slashes.ts';
import type { JsonObject } from '../json.ts';
import type { Dialect } from '../operation.ts';

/** A request line below the URL of an interface, and what goes along. */
export interface Route {
  readonly method: WireRequest['method'];
  readonly path: string;
  /** The members of the request object that go into the query. */
  readonly query?: JsonObject;
}

/**
 * The request line for a call (0.3 §3.2.3 and §7; 1.0 §11.3); `undefined` where the dialect has none, or the id cannot be
 * a segment of a path.
 */
export function routeOf(
  call: Call,
  dialect: Dialect,
  subscribeBy: 'POST' | 'GET',
  body: JsonObject,
): Route | undefined {
  const prefix = dialect === '1.0' ? '' : '/v1';
  const task = 'taskId' in call ? taskPath(prefix, call.taskId) : '';
  const config = 'configId' in call ? segment(call.configId) : '';
  if (task === undefined || config === undefined) return undefined;
  const configs = `${task}/pushNotificationConfigs`;
  switch (call.operation) {
    case 'SendMessage':
      return { method: 'POST', path: `${prefix}/message:send` };
    case 'SendStreamingMessage':
      return { method: 'POST', path: `${prefix}/message:stream` };
    case 'GetTask': {
      const { id: _, ...query } = body;
      return { method: 'GET', path: task, query };
    }
    case 'ListTasks':
      return dialect === '1.0' ? { method: 'GET', path: '/tasks', query: body } : undefined;
    case 'CancelTask':
      return { method: 'POST', path: `${task}:cancel` };
    case 'SubscribeToTask':
      return { method: subscribeBy, path: `${task}:subscribe` };
    case 'CreateTaskPushNotificationConfig':
      return { method: 'POST', path: configs };
    case 'ListTaskPushNotificationConfigs':
      return { method: 'GET', path: configs };
    case 'GetTaskPushNotificationConfig':
      return { method: 'GET', path: `${configs}/${config}` };
    case 'DeleteTaskPushNotificationConfig':
      return { method: 'DELETE', path: `${configs}/${config}` };
    case 'GetExtendedAgentCard':
      return { method: 'GET', path: dialect === '1.0' ? '/extendedAgentCard' : '/v1/card' };
  }
}

function taskPath(prefix: string, taskId: string): string | undefined {
  const id = segment(taskId);
  return id && `${prefix}/tasks/${id}`;
}

/**
 * An id as a segment of a path. There is none for `.` and `..`: however they are encoded, URLs drop them together with
 * the segment before, so that the request would go elsewhere; an empty one would be another resource, too.
 */
function segment(id: string): string | undefined {
  return id === '' || id === '.' || id === '..' ? undefined : encodeURIComponent(id.toWellFormed());
}

/** The URL of a route of an interface; its own query stays. `undefined` where the tenant cannot be in a path. */
export function urlOf(endpoint: Endpoint, { path, query }: Route): string | undefined {
  const [base = '', ownQuery] = endpoint.url.split('#', 1)[0]?.split(/\?(.*)/s, 2) ?? [];
  const tenant = endpoint.tenant ? segment(endpoint.tenant) : '';
  if (tenant === undefined) return undefined;
  const parameters = new URLSearchParams(ownQuery);
  for (const [name, value] of Object.entries(query ?? {})) parameters.append(name, String(value));
  const search = parameters.size === 0 ? '' : `?${parameters}`;
  return `${withoutEndSlashes(base)}${tenant && `/${tenant}`}${path}${search}`;
}

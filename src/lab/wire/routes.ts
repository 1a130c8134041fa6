import type { Operation, Params } from '../exchange.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** One request line of HTTP+JSON; `{taskId}` and `{configId}` stand for one path segment each. */
export interface Route {
  readonly operation: Operation;
  readonly method: Method;
  readonly path: string;
}

/** What a request line asks for. */
export interface RouteMatch {
  readonly operation: Operation;
  readonly tenant?: string | undefined;
  readonly taskId: string | undefined;
  readonly configId: string | undefined;
}

/** The first route that fits the path, or what is left of it behind a tenant (1.0 §11.3), or undefined. */
export function findRoute(routes: readonly Route[], method: string | undefined, path: string): RouteMatch | undefined {
  const plain = matchRoute(routes, method, path);
  if (plain !== undefined) return plain;
  const [, tenant, rest] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const match = rest === undefined ? undefined : matchRoute(routes, method, rest);
  return match && { ...match, tenant: decode(tenant) };
}

function matchRoute(routes: readonly Route[], method: string | undefined, path: string): RouteMatch | undefined {
  for (const route of routes) {
    const found = route.method === method ? regexOf(route.path).exec(path) : null;
    if (found === null) continue;
    const { taskId, configId } = found.groups ?? {};
    return { operation: route.operation, taskId: decode(taskId), configId: decode(configId) };
  }
  return undefined;
}

/** The path of a route for these parameters. */
export function fillPath(route: Route, { taskId = '', configId = '' }: Params): string {
  return route.path.replace('{taskId}', encodeURIComponent(taskId)).replace('{configId}', encodeURIComponent(configId));
}

/** The routes that 0.3 and 1.0 have in common, below a prefix. */
export function commonRoutes(prefix: string, cardPath: string): readonly Route[] {
  const lines: readonly (readonly [Operation, Method, string])[] = [
    ['send', 'POST', '/message:send'],
    ['stream', 'POST', '/message:stream'],
    ['list', 'GET', '/tasks'],
    ['get', 'GET', '/tasks/{taskId}'],
    ['cancel', 'POST', '/tasks/{taskId}:cancel'],
    ['subscribe', 'POST', '/tasks/{taskId}:subscribe'],
    ['push-set', 'POST', '/tasks/{taskId}/pushNotificationConfigs'],
    ['push-list', 'GET', '/tasks/{taskId}/pushNotificationConfigs'],
    ['push-get', 'GET', '/tasks/{taskId}/pushNotificationConfigs/{configId}'],
    ['push-delete', 'DELETE', '/tasks/{taskId}/pushNotificationConfigs/{configId}'],
    ['extended-card', 'GET', cardPath],
  ];
  return lines.map(([operation, method, path]) => ({ operation, method, path: prefix + path }));
}

const compiled = new Map<string, RegExp>();

function regexOf(path: string): RegExp {
  const known = compiled.get(path);
  if (known !== undefined) return known;
  const regex = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+?)')}$`);
  compiled.set(path, regex);
  return regex;
}

function decode(segment: string | undefined): string | undefined {
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import { type Call, requestFacts } from '../call.ts';
import { asObject, asText, type JsonObject } from '../json.ts';
import type { Probe, RequestFacts } from '../observation.ts';
import { type Binding, type Dialect, OPERATIONS, type Operation } from '../operation.ts';
import { METHODS_V03 } from '../write/v03.ts';
import { readCall } from './request-call.ts';

/** A request as somebody else made it. */
export interface GivenRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as JSON; `undefined` where there is none, or none that is JSON. */
  readonly body: unknown;
}

/** What a request asks for, by the names of 1.0, and in which version over which binding it does so. */
export interface ReadRequest {
  readonly call: Call;
  /** 0.2 and 0.3 cannot be told apart by a request; they are 0.3 here. */
  readonly dialect: Dialect;
  readonly binding: Binding;
  readonly facts: RequestFacts;
  /** The path of the interface that it is made to: over HTTP+JSON without what the binding adds. */
  readonly interfacePath: string;
  /** The tenant that it names, other than by its path. */
  readonly tenant: string | undefined;
}

const METHODS = new Map<string, readonly [Operation, Dialect]>([
  ['agent/authenticatedExtendedCard', ['GetExtendedAgentCard', '0.3']],
  ['ListTaskPushNotificationConfig', ['ListTaskPushNotificationConfigs', '1.0']],
]);
for (const operation of OPERATIONS) {
  METHODS.set(operation, [operation, '1.0']);
  const method = METHODS_V03[operation];
  if (method !== undefined) METHODS.set(method, [operation, '0.3']);
}

/** Reads a request of either binding and any dialect; `undefined` where it is none of A2A. */
export function readRequest(given: GivenRequest): ReadRequest | undefined {
  const rpc = asObject(given.body);
  return rpc !== undefined && typeof rpc['method'] === 'string' && given.method === 'POST'
    ? readRpc(rpc, rpc['method'], given)
    : readHttp(given);
}

function readRpc(rpc: JsonObject, method: string, given: GivenRequest): ReadRequest | undefined {
  const [operation, dialect] = METHODS.get(method) ?? [];
  if (operation === undefined || dialect === undefined) return undefined;
  const { id } = rpc;
  const rpcId = typeof id === 'string' || typeof id === 'number' ? { rpcId: id } : {};
  const params = asObject(rpc['params']) ?? {};
  const to = { interfacePath: pathOf(given), tenant: asText(params['tenant']) };
  return { ...made(readCall(operation, params), dialect, 'JSONRPC', given, rpcId), ...to };
}

/** An id may hold colons: only what stands at the end and is a verb is one. */
const ROUTE =
  /(\/v1)?\/(?:(message:send|message:stream|extendedAgentCard|card)|tasks(?:\/([^/]+?)(?:(:cancel|:subscribe)|(\/pushNotificationConfigs)(?:\/([^/]+))?)?)?)$/;

function readHttp(given: GivenRequest): ReadRequest | undefined {
  const [path = '', query = ''] = given.path.split(/\?(.*)/s, 2);
  const match = ROUTE.exec(path);
  if (match === null) return undefined;
  const [, prefix, named, task, verb, configs, config] = match;
  if (named === 'card' && prefix === undefined) return undefined;
  const operation = operationOf(given.method, named ?? verb, task !== undefined, configs !== undefined, config);
  if (operation === undefined) return undefined;
  const version = given.headers['a2a-version'];
  const dialect: Dialect = version?.startsWith('1.') || (prefix === undefined && version === undefined) ? '1.0' : '0.3';
  const body = asObject(given.body) ?? {};
  const params: Record<string, unknown> = { ...Object.fromEntries(new URLSearchParams(query)), ...body };
  if (task !== undefined) params['taskId'] = decoded(task);
  if (config !== undefined) params['configId'] = decoded(config);
  const to = { interfacePath: path.slice(0, match.index), tenant: asText(params['tenant']) };
  return { ...made(readCall(operation, params), dialect, 'HTTP+JSON', given, {}), ...to };
}

function operationOf(
  method: string,
  name: string | undefined,
  hasTask: boolean,
  hasConfigs: boolean,
  config: string | undefined,
): Operation | undefined {
  switch (name) {
    case 'message:send':
      return method === 'POST' ? 'SendMessage' : undefined;
    case 'message:stream':
      return method === 'POST' ? 'SendStreamingMessage' : undefined;
    case ':cancel':
      return method === 'POST' ? 'CancelTask' : undefined;
    case ':subscribe':
      return 'SubscribeToTask';
    case 'card':
    case 'extendedAgentCard':
      return method === 'GET' ? 'GetExtendedAgentCard' : undefined;
  }
  if (!hasTask) return method === 'GET' ? 'ListTasks' : undefined;
  if (!hasConfigs) return method === 'GET' ? 'GetTask' : undefined;
  if (config === undefined) {
    return method === 'POST' ? 'CreateTaskPushNotificationConfig' : 'ListTaskPushNotificationConfigs';
  }
  return method === 'DELETE' ? 'DeleteTaskPushNotificationConfig' : 'GetTaskPushNotificationConfig';
}

function made(
  call: Call,
  dialect: Dialect,
  binding: Binding,
  { headers }: GivenRequest,
  more: Pick<RequestFacts, 'rpcId'>,
): Omit<ReadRequest, 'interfacePath' | 'tenant'> {
  const version = headers['a2a-version'];
  const extensions = headers['a2a-extensions'] ?? headers['x-a2a-extensions'];
  const probe = lacksMember(call) ? { probe: 'missing-member' as Probe } : {};
  const facts = requestFacts(call, {
    ...more,
    ...(version === undefined ? {} : { version }),
    ...(extensions === undefined ? {} : { extensions: extensions.split(',').map((uri) => uri.trim()) }),
  });
  return { call, dialect, binding, facts: { ...facts, ...probe } };
}

/** The path of a request without its query. */
export function pathOf({ path }: Pick<GivenRequest, 'path'>): string {
  return path.split('?', 1)[0] ?? '';
}

/** Whether a request lacks what every dialect requires of it. */
function lacksMember(call: Call): boolean {
  if ('message' in call) return call.message.messageId === '' || call.message.parts.length === 0;
  return 'taskId' in call && call.taskId === '';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

import { asObject, type JsonObject } from '../protocol/json.ts';
import { TASK_STATES, type TaskState } from '../protocol/task-state.ts';
import { isTooDeep } from './nesting.ts';

/** Enum names by their numbers in a2a.proto. */
const STATES: readonly TaskState[] = [
  'unknown',
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
];
const ROLES = ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'];

/**
 * Turns a decoded gRPC message, as it stands in a trace, into the JSON that the same message has over HTTP: a `oneof` is
 * the member it names, enums are names. Both come from one proto file (§11.4), so the rest is equal. One that is too deep
 * to be read stays as it is.
 */
export function jsonOfGrpc(value: unknown): unknown {
  return isTooDeep(value) ? value : converted(value);
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  const message = asObject(value);
  return message === undefined ? value : jsonOfMessage(message);
}

function jsonOfMessage(message: JsonObject): JsonObject {
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(message)) {
    const chosen = asObject(value);
    const member = chosen?.['$case'];
    if (typeof member === 'string') members.push([member, converted(chosen?.['value'])]);
    else if (name === 'state' && typeof value === 'number') members.push([name, stateName(value)]);
    else if (name === 'role' && typeof value === 'number') members.push([name, ROLES[value] ?? value]);
    // What is free-form is the same in both.
    else members.push([name, name === 'metadata' || name === 'data' ? value : converted(value)]);
  }
  return Object.fromEntries(members);
}

function stateName(number: number): unknown {
  const state = STATES[number];
  if (state === undefined || !TASK_STATES.includes(state)) return number;
  return state === 'unknown' ? 'TASK_STATE_UNSPECIFIED' : `TASK_STATE_${state.toUpperCase().replace('-', '_')}`;
}

/** The HTTP status that stands for a gRPC status such as 5 or `grpc 5 NOT_FOUND`; 200 for OK, `undefined` for what is none. */
export function httpStatusOfGrpc(status: unknown): number | undefined {
  const code = typeof status === 'number' ? status : Number(/^grpc (\d+)/.exec(String(status))?.[1] ?? Number.NaN);
  return Number.isInteger(code) && code >= 0 && code <= 16 ? (HTTP_STATUS[code] ?? 500) : undefined;
}

const HTTP_STATUS: Readonly<Record<number, number>> = {
  0: 200,
  3: 400,
  5: 404,
  7: 403,
  8: 429,
  9: 400,
  12: 501,
  14: 503,
  16: 401,
};

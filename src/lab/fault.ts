import type { JsonObject } from './model.ts';

/** Why an agent refuses a request. Each dialect has its own code for each. */
export const faultReasons = [
  'parse-error',
  'invalid-request',
  'method-not-found',
  'invalid-params',
  'internal-error',
  'task-not-found',
  'task-not-cancelable',
  'task-ended',
  'push-not-supported',
  'unsupported-operation',
  'content-type-not-supported',
  'invalid-agent-response',
  'extended-card-not-configured',
  'extension-required',
  'version-not-supported',
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'unavailable',
  'nothing-there',
] as const;

export type FaultReason = (typeof faultReasons)[number];

/** How HTTP carries a fault, and the JSON of it where that came from another agent. */
export interface FaultOnWire {
  readonly json?: JsonObject | undefined;
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An error that goes to the caller as an answer. */
export class Fault extends Error {
  readonly reason: FaultReason;
  /** The error of another agent, passed on as it came. */
  readonly json: JsonObject | undefined;
  /** The HTTP status, where it isn't for the dialect to say. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(reason: FaultReason, message: string, { json, status, headers }: FaultOnWire = {}) {
    super(message);
    this.name = 'Fault';
    this.reason = reason;
    this.json = json;
    this.status = status ?? transport[reason];
    this.headers = headers;
  }
}

/** Refusals of HTTP itself, which look alike in every dialect and binding. */
const transport: Partial<Record<FaultReason, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  'rate-limited': 429,
  unavailable: 503,
  'nothing-there': 404,
};

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
  'extended-card-not-configured',
  'version-not-supported',
] as const;

export type FaultReason = (typeof faultReasons)[number];

/** An error that goes to the caller as an answer. */
export class Fault extends Error {
  readonly reason: FaultReason;
  /** The error of another agent, passed on as it came. */
  readonly json: JsonObject | undefined;
  /** The HTTP status that came with `json`. */
  readonly status: number | undefined;

  constructor(reason: FaultReason, message: string, from?: { readonly json: JsonObject; readonly status: number }) {
    super(message);
    this.name = 'Fault';
    this.reason = reason;
    this.json = from?.json;
    this.status = from?.status;
  }
}

import type { Fault, FaultReason } from '../fault.ts';
import type { JsonObject } from '../model.ts';

/** Writes faults as one dialect does, and reads those of another agent. */
export interface Errors {
  /** The `error` member of a JSON-RPC answer. */
  readonly writeRpc: (fault: Fault) => JsonObject;
  readonly readRpc: (error: JsonObject, status: number) => Fault;
  readonly writeHttp: (fault: Fault) => { readonly status: number; readonly body: JsonObject };
  readonly readHttp: (status: number, body: JsonObject) => Fault;
}

/** The codes that all dialects agree on. */
export const codes: Readonly<Record<FaultReason, number>> = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'method-not-found': -32601,
  'invalid-params': -32602,
  'internal-error': -32603,
  'task-not-found': -32001,
  'task-not-cancelable': -32002,
  'push-not-supported': -32003,
  'unsupported-operation': -32004,
  'task-ended': -32004,
  'content-type-not-supported': -32005,
  'invalid-agent-response': -32006,
  'extended-card-not-configured': -32007,
  'extension-required': -32008,
  'version-not-supported': -32009,
  unauthenticated: -32000,
  forbidden: -32000,
  'rate-limited': -32000,
  unavailable: -32000,
  'nothing-there': -32000,
};

export function reasonOf(code: unknown): FaultReason {
  const found = Object.entries(codes).find(([, each]) => each === code);
  return (found?.[0] as FaultReason | undefined) ?? 'internal-error';
}

import type { Call } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { Dialect, Operation } from '../operation.ts';

/** Writes the requests of one dialect, by its text. */
export interface DialectWriter {
  readonly dialect: Dialect;
  /** The JSON-RPC method; `undefined` where the dialect has no such operation, or none in JSON-RPC. */
  methodName(operation: Operation): string | undefined;
  /** JSON-RPC: the URL of the plain GET that the dialect has in place of a method. */
  plainUrl?(operation: Operation, url: string): string | undefined;
  /** The request object: JSON-RPC `params`, or what HTTP+JSON spreads over path, query and body. */
  requestBody(call: Call): JsonObject;
  /** The headers that carry service parameters (§3.2.6). */
  serviceHeaders(extensions: readonly string[]): Readonly<Record<string, string>>;
}

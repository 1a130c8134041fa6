import type { Operation, Params, Reply } from '../exchange.ts';
import type { JsonObject, StreamEvent } from '../model.ts';

/** A reply that is written as a result, as opposed to a fault or a stream. */
export type ResultReply = Exclude<Reply, { kind: 'fault' | 'stream' | 'raw' | 'drop' }>;

/**
 * Reads requests and writes answers of one dialect and binding, and, for a proxy, the other way round.
 * Reading never fails: what is missing or odd reads as missing.
 */
export interface Codec {
  readonly readParams: (operation: Operation, json: JsonObject) => Params;
  readonly writeParams: (operation: Operation, params: Params) => JsonObject;
  readonly writeResult: (operation: Operation, reply: ResultReply) => unknown;
  readonly readResult: (operation: Operation, json: unknown) => ResultReply | undefined;
  readonly writeEvent: (event: StreamEvent) => JsonObject;
  readonly readEvent: (json: JsonObject) => StreamEvent;
}

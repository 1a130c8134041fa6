import type { Operation, Params } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import type { HttpAnswer, HttpRequest } from '../http-message.ts';
import type { StreamEvent } from '../model.ts';
import type { ResultReply } from './codec.ts';

/** Writes the answer to one request in its binding. */
export interface Responder {
  result(operation: Operation, reply: ResultReply): HttpAnswer;
  fault(fault: Fault): HttpAnswer;
  /** The payload of one event of a stream. */
  frame(event: StreamEvent): string;
  /** The payload that tells of a fault within a stream. */
  faultFrame(fault: Fault): string;
}

/** What a request asks for, why an honest agent refuses it nonetheless, and how to answer it. */
export interface Asked {
  readonly responder: Responder;
  readonly operation: Operation;
  readonly params: Params;
  readonly refusal?: Fault | undefined;
}

/** The version that a request asks for, by header or query parameter (1.0 §3.6.1). */
export function askedVersion({ headers, query }: HttpRequest): string | undefined {
  return headers['a2a-version'] ?? query.get('A2A-Version') ?? undefined;
}

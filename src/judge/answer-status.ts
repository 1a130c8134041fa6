import { isEventStream, type WireBody } from '../protocol/codec.ts';
import type { Binding } from '../protocol/operation.ts';
import { httpStatusOfGrpc } from './grpc-json.ts';
import { headersOf, illFormed, type TraceLine } from './trace-line.ts';

const HTTP = 'a number from 100 to 599; of an answer that never came, say why as `unanswered` instead';
const GRPC = 'the number of a gRPC status, alone or as in "grpc 5 NOT_FOUND"';

/** The HTTP status of a recorded answer, or what is wrong with the one that stands there. */
export function statusOf({ json }: TraceLine, binding: Binding): number | { readonly wrong: string } {
  const given = json['status'] ?? (mayBeLeftOut(binding, headersOf(json)) ? 200 : undefined);
  if (binding === 'GRPC') return httpStatusOfGrpc(given) ?? { wrong: illFormed('status', given, GRPC) };
  return isHttpStatus(given) ? given : { wrong: illFormed('status', given, HTTP) };
}

/** JSON-RPC says in the body what became of a call, and so does a stream. */
function mayBeLeftOut(binding: Binding, headers: WireBody['headers']): boolean {
  return binding === 'JSONRPC' || (binding === 'HTTP+JSON' && isEventStream(200, headers));
}

function isHttpStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599;
}

import { isElsewhere } from '../../protocol/error-code.ts';
import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { Dialect } from '../../protocol/operation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { withoutHeaders } from '../front/forward-headers.ts';
import type { AgentRequest } from '../upstream/agent-call.ts';
import type { Visit } from '../visit.ts';

/** Whether a call for a stream goes out as a send that does not wait, with a subscription behind it. */
export function opensIdFirst(
  { peer, rest, call: { json } }: Visit,
  { call, facts, dialect, binding }: ReadRequest,
): boolean {
  if (call.operation !== 'SendStreamingMessage' || facts.taskId || json === undefined) return false;
  const { opening } = peer.protection;
  const declared = peer.factsFor(dialect, binding).claims.streaming === true;
  if (opening === 'stream' || !declared) return false;
  return opening === 'id-first' || !peer.streamsDirectly(rest, dialect, binding);
}

/** What a streaming send is when it goes out as a send that does not wait: the same message, told apart by nothing else. */
export function asPlainSend(
  visit: Visit,
  read: ReadRequest,
): { readonly request: AgentRequest; readonly read: ReadRequest } {
  const { place, forwarded, call } = visit;
  const { dialect, binding } = read;
  const json = call.json ?? {};
  const rpc = binding === 'JSONRPC';
  const params = rpc ? (asObject(json['params']) ?? {}) : json;
  const plain = { ...params, configuration: { ...asObject(params['configuration']), ...notWaiting(dialect) } };
  const method = dialect === '1.0' ? 'SendMessage' : 'message/send';
  const body: JsonObject = rpc ? { ...json, method, params: plain } : plain;
  return {
    request: {
      method: 'POST',
      path: rpc ? place.path : place.path.replace('/message:stream', '/message:send'),
      headers: [...withoutHeaders(forwarded.headers, ['accept']), 'accept', 'application/json, application/a2a+json'],
      body: Buffer.from(JSON.stringify(body)),
    },
    read: {
      ...read,
      call: { ...read.call, operation: 'SendMessage', blocking: false } as ReadRequest['call'],
      facts: { ...read.facts, blocking: false },
    },
  };
}

/** The headers of the answer to such a send, of which a redirect leads to where the stream is to be had. */
export function redirectingStream(status: number, headers: readonly string[]): readonly string[] {
  if (!isElsewhere(status)) return headers;
  return headers.map((text, at) =>
    headers[at - 1]?.toLowerCase() === 'location' && at % 2 === 1
      ? text.replace(ROUTE_OF_SEND, '/message:stream')
      : text,
  );
}

const ROUTE_OF_SEND = /\/message:send(?=$|[?#])/;

function notWaiting(dialect: Dialect): JsonObject {
  return dialect === '1.0' ? { returnImmediately: true } : { blocking: false };
}

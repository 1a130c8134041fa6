import { asObject, type JsonObject } from '../../protocol/json.ts';
import type { Dialect } from '../../protocol/operation.ts';
import type { ReadRequest } from '../../protocol/read/request.ts';
import { withoutHeaders } from '../front/forward-headers.ts';
import type { AgentRequest } from '../upstream/agent-call.ts';
import type { Visit } from '../visit.ts';

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

function notWaiting(dialect: Dialect): JsonObject {
  return dialect === '1.0' ? { returnImmediately: true } : { blocking: false };
}

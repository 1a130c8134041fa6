import { isStreaming } from '../call.ts';
import { type Codec, isEventStream, mediaTypeOfHeaders, type WireAnswer } from '../codec.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { Observe, Vantage } from '../observation.ts';
import { tellForm } from '../read/defects.ts';
import { readError } from '../read/error.ts';
import { readEvent } from '../read/event.ts';
import { allowedForm, type Noticed } from '../read/form.ts';
import { readResult } from '../read/result.ts';
import type { DialectWriter } from '../write/dialect-writer.ts';
import { NOT_JSON, parseJson } from './json-text.ts';

/** A2A over JSON-RPC 2.0 (§9): one URL, an envelope around every payload. */
export function createJsonRpcCodec(writer: DialectWriter): Codec {
  const { dialect } = writer;
  const allowed = allowedForm(dialect, 'JSONRPC');
  const noticed: Noticed = { bits: 0, detail: '' };

  const read = (payload: unknown, vantage: Vantage, received: number, frame: boolean, observe: Observe): boolean => {
    noticed.bits = 0;
    noticed.detail = '';
    const seen = (frame ? readEvent : readResult)(payload, vantage, received, noticed);
    if ((noticed.bits & ~allowed) !== 0) {
      tellForm(noticed.bits & ~allowed, noticed.detail, dialect, vantage, received, observe);
    }
    if (seen === undefined) return false;
    observe(seen);
    return true;
  };

  const decode = (
    text: string,
    vantage: Vantage,
    status: number,
    received: number,
    frame: boolean,
    observe: Observe,
  ): void => {
    const tell = (defect: 'envelope' | 'error-in-success' | 'http-status' | 'field', detail: string): void =>
      observe({ kind: 'defect', defect, detail, vantage, received });
    const value = parseJson(text, vantage, received, observe);
    if (value === NOT_JSON) return unreadable(vantage, status, received, text, frame, observe);
    const envelope = asObject(value);
    if (envelope === undefined) {
      tell('envelope', 'the payload is no JSON object');
      return unreadable(vantage, status, received, text, frame, observe);
    }
    if (envelope['error'] !== undefined && envelope['error'] !== null) {
      if (status !== 200) tell('http-status', `a JSON-RPC error came with HTTP ${status}`);
      return observe(readError(envelope['error'], status, vantage, received));
    }
    if (envelope['result'] === undefined) {
      if (read(envelope, vantage, received, frame, observe))
        return tell('envelope', 'the JSON-RPC envelope is missing');
      if (status >= 400) return observe(readError(envelope, status, vantage, received));
      tell('envelope', 'neither result nor error');
      return unreadable(vantage, status, received, text, frame, observe);
    }
    if (envelope['jsonrpc'] !== '2.0') tell('envelope', 'the member jsonrpc is not "2.0"');
    tellRpcId(envelope['id'], vantage, received, observe);
    if (read(envelope['result'], vantage, received, frame, observe)) return;
    const inner = asObject(envelope['result'])?.['error'];
    if (inner !== undefined) {
      tell('error-in-success', 'an error is sent as the result of a success');
      return observe(readError(inner, status, vantage, received));
    }
    tell('field', `the result is not what ${vantage.operation} answers with`);
    unreadable(vantage, status, received, text, frame, observe);
  };

  return {
    dialect,
    binding: 'JSONRPC',
    encode(call, endpoint, id) {
      const method = writer.methodName(call.operation);
      if (method === undefined) return undefined;
      const params: JsonObject = writer.requestBody(call);
      const withTenant = endpoint.tenant ? { tenant: endpoint.tenant, ...params } : params;
      return {
        method: 'POST',
        url: endpoint.url,
        headers: {
          'content-type': 'application/json',
          accept: isStreaming(call.operation) ? 'text/event-stream, application/json' : 'application/json',
          ...writer.serviceHeaders(endpoint.extensions ?? []),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params: withTenant }),
      };
    },
    decodeAnswer(vantage, answer, observe) {
      tellContentType(vantage, answer, observe);
      decode(answer.body.toString('utf8'), vantage, answer.status, answer.received, false, observe);
    },
    decodeFrame(vantage, data, received, observe) {
      decode(data, vantage, 200, received, true, observe);
    },
  };
}

/** A frame that cannot be read is lost, its stream goes on; an answer that cannot be read is no answer. */
function unreadable(
  vantage: Vantage,
  status: number,
  received: number,
  text: string,
  frame: boolean,
  observe: Observe,
): void {
  if (frame) return;
  if (status >= 400) return observe(readError(text.slice(0, 500), status, vantage, received));
  const message = `HTTP ${status} with a body that is no answer to ${vantage.operation}`;
  observe({ kind: 'failure', reason: 'unreadable', message, sent: true, vantage, received });
}

function tellRpcId(id: unknown, vantage: Vantage, received: number, observe: Observe): void {
  const { rpcId } = vantage.request;
  if (rpcId === undefined || id === rpcId) return;
  const detail = `the answer carries the id ${JSON.stringify(id)} and the request had ${JSON.stringify(rpcId)}`;
  observe({ kind: 'defect', defect: 'rpc-id', detail, vantage, received });
}

function tellContentType(vantage: Vantage, answer: WireAnswer, observe: Observe): void {
  const type = mediaTypeOfHeaders(answer.headers);
  if (isEventStream(answer.status, answer.headers) || type === 'application/json' || answer.body.length === 0) return;
  const detail = `the answer is ${type === undefined ? 'without a content type' : type}`;
  observe({ kind: 'defect', defect: 'content-type', detail, vantage, received: answer.received });
}

import { Fault } from '../fault.ts';
import type { HttpAnswer, HttpRequest } from '../http-message.ts';
import type { JsonObject } from '../model.ts';
import type { Dialect, HttpJson } from './dialect.ts';
import { asObject } from './json.ts';
import { type Asked, askedVersion, type Responder } from './responder.ts';
import { findRoute } from './routes.ts';

/** Reads a request of the HTTP+JSON binding, whose path starts below the endpoint. */
export function readHttp(dialect: Dialect, http: HttpJson, request: HttpRequest): Asked {
  const responder = createResponder(dialect, http);
  const refuse = (refusal: Fault): Asked => ({ responder, operation: 'other', params: {}, refusal });
  const refusal = dialect.checkVersion(askedVersion(request));
  const { method, path } = request;
  const match = findRoute(http.routes, method, path);
  if (match === undefined) return refuse(refusal ?? new Fault('method-not-found', `There is no ${method} ${path}.`));
  const body = method === 'POST' && request.body !== '' ? parse(request.body) : queryObject(request.query);
  if (body === undefined) return refuse(refusal ?? new Fault('parse-error', 'Invalid JSON payload.'));
  const params = http.codec.readParams(match.operation, body);
  // What the path names goes before what the body says.
  const taskId = match.taskId ?? params.taskId;
  const configId = match.configId ?? params.configId;
  const read = { ...params, tenant: match.tenant ?? params.tenant, taskId, configId };
  return { responder, operation: match.operation, params: read, refusal };
}

function parse(body: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** Query parameters as the JSON that a body would hold (1.0 §11.5). */
function queryObject(query: URLSearchParams): JsonObject {
  return Object.fromEntries([...query].map(([name, value]) => [name, typed(name, value)]));
}

function typed(name: string, value: string): unknown {
  if (name === 'includeArtifacts') return value === 'true';
  return name === 'historyLength' || name === 'pageSize' ? Number(value) : value;
}

function createResponder({ errors, writeCard }: Dialect, http: HttpJson): Responder {
  const { codec, mediaType, statuses } = http;
  const answer = (status: number, body: unknown): HttpAnswer => ({
    status,
    type: mediaType,
    body: status === 204 ? '' : JSON.stringify(body),
  });
  const fault = (error: Fault) => errors.writeHttp(error);
  return {
    result: (operation, reply) => {
      const body = reply.kind === 'card' ? writeCard(reply.card) : codec.writeResult(operation, reply);
      return answer(statuses[operation] ?? 200, body);
    },
    fault: (error) => ({ ...answer(fault(error).status, fault(error).body), headers: error.headers }),
    frame: (event) => JSON.stringify(codec.writeEvent(event)),
    faultFrame: (error) => JSON.stringify(fault(error).body),
  };
}

import type { Exchange, Params } from '../exchange.ts';
import { Fault } from '../fault.ts';
import type { JsonObject } from '../model.ts';
import type { Codec } from '../wire/codec.ts';
import type { Dialect, HttpJson } from '../wire/dialect.ts';
import { asObject } from '../wire/json.ts';
import { fillPath } from '../wire/routes.ts';

/** What one binding needs to ask an agent and to read what it says. */
export interface BindingCalls {
  readonly codec: Codec;
  /** @throws Fault if the binding has no such operation. */
  write(exchange: Exchange): { readonly method: string; readonly path: string; readonly body?: string };
  /** The result in an answer or an event, undefined where there is none. @throws Fault if it tells of an error. */
  unwrap(json: unknown, status: number): unknown;
}

/** JSON-RPC towards another agent. */
export function rpcCalls({ codec, methods, errors }: Dialect): BindingCalls {
  return {
    codec,
    write: ({ operation, params, number }) => {
      const method = methods[operation];
      if (method === undefined) throw new Fault('method-not-found', `There is no ${operation} over JSON-RPC.`);
      const envelope = {
        jsonrpc: '2.0',
        id: number,
        method,
        params: withTenant(params, codec.writeParams(operation, params)),
      };
      return { method: 'POST', path: '', body: JSON.stringify(envelope) };
    },
    unwrap: (json, status) => {
      const envelope = asObject(json) ?? {};
      const error = asObject(envelope['error']);
      if (error !== undefined) throw errors.readRpc(error, status);
      return envelope['result'];
    },
  };
}

/** HTTP+JSON towards another agent. */
export function httpCalls({ codec, routes }: HttpJson, { errors }: Dialect): BindingCalls {
  return {
    codec,
    write: ({ operation, params }) => {
      const route = routes.find((each) => each.operation === operation);
      if (route === undefined) throw new Fault('method-not-found', `There is no ${operation} over HTTP+JSON.`);
      const path = tenantPath(params) + fillPath(route, params);
      const fields = codec.writeParams(operation, params);
      if (route.method === 'POST') return { method: 'POST', path, body: JSON.stringify(fields) };
      return { method: route.method, path: path + queryOf(fields, path) };
    },
    unwrap: (json, status) => {
      if (status >= 400) throw errors.readHttp(status, asObject(json) ?? {});
      return json ?? null;
    },
  };
}

/** The tenant of JSON-RPC stands among the parameters, that of HTTP+JSON in the path. */
function withTenant({ tenant }: Params, fields: JsonObject): JsonObject {
  return tenant === undefined ? fields : { tenant, ...fields };
}

function tenantPath({ tenant }: Params): string {
  return tenant === undefined ? '' : `/${encodeURIComponent(tenant)}`;
}

/** The fields as a query, apart from ids that the path names. */
function queryOf(fields: JsonObject, path: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    const named = path.includes(encodeURIComponent(String(value)));
    if (value !== undefined && !(/id$/i.test(name) && named)) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

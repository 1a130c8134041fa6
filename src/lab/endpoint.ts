import type { Binding, Interface } from './card.ts';

/** A path of a peer where one binding is spoken; `/` for the first of JSON-RPC, `/rest` for that of HTTP+JSON. */
export interface Endpoint {
  readonly binding: Binding;
  readonly path: string;
  /** Where the agent behind has it. */
  readonly upstream?: string;
}

const firstPaths: Readonly<Record<Binding, string>> = { JSONRPC: '/', 'HTTP+JSON': '/rest' };

/** One endpoint for each binding. */
export function ownEndpoints(bindings: readonly Binding[]): readonly Endpoint[] {
  return bindings.map((binding) => ({ binding, path: firstPaths[binding] }));
}

/** One endpoint for each url that an agent is spoken to at over these bindings. */
export function endpointsBefore(interfaces: readonly Interface[], bindings: readonly Binding[]): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const { url, binding } of interfaces) {
    if (!bindings.includes(binding) || endpoints.some((each) => each.upstream === url && each.binding === binding))
      continue;
    const count = endpoints.filter((each) => each.binding === binding).length;
    const path =
      count === 0 ? firstPaths[binding] : `${firstPaths[binding]}${binding === 'JSONRPC' ? 'rpc' : ''}-${count + 1}`;
    endpoints.push({ binding, path, upstream: url });
  }
  return endpoints;
}

/** The endpoint that a path belongs to, with what the path has below it. */
export function findEndpoint(
  endpoints: readonly Endpoint[],
  path: string,
): { readonly index: number; readonly endpoint: Endpoint; readonly below: string } | undefined {
  for (const [index, endpoint] of endpoints.entries()) {
    if (endpoint.binding === 'JSONRPC' && path === endpoint.path) return { index, endpoint, below: '' };
    if (endpoint.binding === 'HTTP+JSON' && path.startsWith(`${endpoint.path}/`)) {
      return { index, endpoint, below: path.slice(endpoint.path.length) };
    }
  }
  return undefined;
}

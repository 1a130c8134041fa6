import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a scripted agent answers to a JSON-RPC method: a result, or nothing but a broken connection. */
export type Script = Readonly<Record<string, object | 'breaks'>>;

export interface ScriptedAgent {
  readonly url: string;
  /** The headers of each request, and the body of each call. */
  readonly requests: readonly { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[];
  close(): Promise<void>;
}

/** Starts an agent of A2A 1.0 over JSON-RPC, without streams, that says what a test puts into its mouth. */
export async function startScriptedAgent(script: Script, card: object = {}): Promise<ScriptedAgent> {
  const requests: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    const json = (value: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (request.method === 'GET') return json({ ...cardAt(url), ...card });
    const { id, method } = JSON.parse(await text(request)) as { id: unknown; method: string };
    const answer = script[method];
    if (answer === undefined) return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } });
    return answer === 'breaks' ? response.destroy() : json({ jsonrpc: '2.0', id, ...answer });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function cardAt(url: string): object {
  return {
    name: 'scripted agent',
    description: 'Says what it is told to say.',
    version: '1',
    supportedInterfaces: [{ url: `${url}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}

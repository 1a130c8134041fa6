import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An agent that does as a test says. */
export interface ScriptedAgent {
  readonly url: string;
  /** What it was asked, bodies as text. */
  readonly asked: readonly { readonly request: IncomingMessage; readonly body: string }[];
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export async function startScripted(answer: Answer): Promise<ScriptedAgent> {
  const asked: { request: IncomingMessage; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push({ request, body });
      answer(request, response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Gives the card of an agent with one interface of 1.0, where a request asks for it. Returns whether it did. */
export function gaveCard(
  request: IncomingMessage,
  response: ServerResponse,
  path = '/rpc',
  protocolBinding = 'JSONRPC',
): boolean {
  if (request.url?.endsWith('card.json') !== true) return false;
  const url = `http://${request.headers.host}${path}`;
  json(response, {
    name: 'agent',
    version: '1',
    capabilities: {},
    skills: [],
    supportedInterfaces: [{ url, protocolBinding, protocolVersion: '1.0' }],
  });
  return true;
}

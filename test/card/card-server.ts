import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers: a document, or whatever a function does. */
export type Route = object | ((response: ServerResponse, request: IncomingMessage) => void);

export interface CardServer {
  /** Its origin, with a slash behind it. */
  readonly url: string;
  /** Every request so far: method and path, and the headers that it came with. */
  readonly asked: readonly { readonly what: string; readonly headers: IncomingMessage['headers'] }[];
  /** May be changed while it runs. */
  readonly routes: Record<string, Route>;
}

/** Runs a test against a server of documents, which is closed behind it. Paths that it doesn't have answer 404. */
export async function withServer(
  routes: Record<string, Route>,
  test: (server: CardServer) => Promise<void>,
): Promise<void> {
  const asked: { what: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    asked.push({ what: `${request.method} ${request.url}`, headers: request.headers });
    const route = routes[(request.url ?? '').replace(/\?.*/s, '')];
    if (route === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
    else if (typeof route === 'function') route(response, request);
    else send(response, route);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await test({ url: `http://localhost:${(server.address() as AddressInfo).port}/`, asked, routes });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Answers with a document. */
export function send(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

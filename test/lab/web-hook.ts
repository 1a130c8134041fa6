import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { look, type Seen } from './look.ts';

export interface HookCall {
  readonly headers: IncomingHttpHeaders;
  readonly seen: Seen;
}

/** A web-hook that hands over its calls one by one. */
export async function openHook() {
  const calls: HookCall[] = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ headers: request.headers, seen: look(JSON.parse(body)) });
    response.end();
    wake();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const until = async (test: (call: HookCall) => boolean): Promise<HookCall> => {
    while (true) {
      const found = calls.find(test);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, calls, until, close: () => server.close() };
}

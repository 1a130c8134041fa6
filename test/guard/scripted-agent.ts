import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one JSON-RPC call, or does worse. */
export type Answer = (call: RpcCall, response: ServerResponse, request: IncomingMessage) => void;

export interface RpcCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A server with a card and answers by script, for faults below the protocol. */
export interface ScriptedAgent {
  readonly url: string;
  readonly calls: readonly string[];
  /** How often its card was asked for. */
  readonly cardReads: () => number;
  /** Connections that are open now. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** Starts an agent whose methods answer as scripted; a method without a script is unknown. */
export async function scriptedAgent(
  methods: Readonly<Record<string, Answer>>,
  capabilities: Readonly<Record<string, unknown>> = { streaming: false },
  options: { readonly cutsConnections?: boolean; readonly cardHeaders?: Readonly<Record<string, string>> } = {},
): Promise<ScriptedAgent> {
  const calls: string[] = [];
  let cardReads = 0;
  const server = createServer((request, response) => {
    if (options.cutsConnections) {
      response.setHeader('connection', 'keep-alive');
      response.on('finish', () => request.socket.destroySoon());
    }
    if (request.method === 'GET') {
      cardReads++;
      for (const [name, value] of Object.entries(options.cardHeaders ?? {})) response.setHeader(name, value);
      return json(response, card());
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const call = JSON.parse(body) as RpcCall;
      calls.push(call.method);
      const answer = methods[call.method];
      if (answer !== undefined) return answer(call, response, request);
      json(response, { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'unknown method' } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const card = () => ({
    name: 'scripted',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  });
  return {
    url,
    calls,
    cardReads: () => cardReads,
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers with a JSON document. */
export function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Answers with a result. */
export function result(make: (call: RpcCall) => unknown): Answer {
  return (call, response) => json(response, { jsonrpc: '2.0', id: call.id, result: make(call) });
}

/** Answers with an error. */
export function failure(code: number, message = 'no'): Answer {
  return (call, response) => json(response, { jsonrpc: '2.0', id: call.id, error: { code, message } });
}

/** A task of 1.0 in a state. */
export function task(state: string, more: Readonly<Record<string, unknown>> = {}) {
  return { id: 't1', contextId: 'c1', status: { state: `TASK_STATE_${state}` }, ...more };
}

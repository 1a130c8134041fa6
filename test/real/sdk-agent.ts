import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { AgentCard } from '@a2a-js/sdk';
import * as v1 from '@a2a-js/sdk/server';
import * as v1Express from '@a2a-js/sdk/server/express';
import type * as v02Types from 'a2a-0.2';
import * as v02 from 'a2a-0.2/server';
import type { AgentCard as OldCard } from 'a2a-0.3';
import * as v03 from 'a2a-0.3/server';
import * as v03Express from 'a2a-0.3/server/express';
import express, { type Express } from 'express';
import type { Binding, Dialect } from '../../src/protocol/operation.ts';
import { executorV0 } from './executor-v0.ts';
import { executorV1 } from './executor-v1.ts';
import { type AgentSetup, USUAL } from './work.ts';

/** The dialects and bindings that the official SDKs speak. */
export const CELLS: readonly (readonly [Dialect, Binding])[] = [
  ['0.2', 'JSONRPC'],
  ['0.3', 'JSONRPC'],
  ['0.3', 'HTTP+JSON'],
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
];

export interface RealAgent {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an agent on the official SDK of a dialect; its card offers one interface, of the given binding. */
export async function startRealAgent(
  dialect: Dialect,
  binding: Binding,
  setup: Partial<AgentSetup> = {},
): Promise<RealAgent> {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serve = { '0.2': serveV02, '0.3': serveV03, '1.0': serveV10 }[dialect];
  serve(app, url, binding, { ...USUAL, ...setup });
  return {
    url,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function serveV02(app: Express, url: string, _binding: Binding, setup: AgentSetup): void {
  const handler = new v02.DefaultRequestHandler(
    oldCard(url, '/', setup) as v02Types.AgentCard,
    new v02.InMemoryTaskStore(),
    executorV0(setup) as unknown as v02.AgentExecutor,
  );
  // It was written for an older express, of which it uses what is still there.
  new v02.A2AExpressApp(handler).setupRoutes(app as unknown as Parameters<v02.A2AExpressApp['setupRoutes']>[0], '');
}

function serveV03(app: Express, url: string, binding: Binding, setup: AgentSetup): void {
  const path = binding === 'JSONRPC' ? '/' : '/rest';
  const card: OldCard = { ...oldCard(url, path, setup), protocolVersion: '0.3.0', preferredTransport: binding };
  const require = createRequire(import.meta.url);
  const sdk: typeof v03 = setup.commonjs ? require('a2a-0.3/server') : v03;
  const sdkExpress: typeof v03Express = setup.commonjs ? require('a2a-0.3/server/express') : v03Express;
  const requestHandler = new sdk.DefaultRequestHandler(card, new sdk.InMemoryTaskStore(), executorV0(setup));
  const userBuilder = sdkExpress.UserBuilder.noAuthentication;
  app.use('/.well-known/agent-card.json', sdkExpress.agentCardHandler({ agentCardProvider: requestHandler }));
  if (binding === 'JSONRPC') app.use(path, sdkExpress.jsonRpcHandler({ requestHandler, userBuilder }));
  else app.use(path, sdkExpress.restHandler({ requestHandler, userBuilder }));
}

function serveV10(app: Express, url: string, binding: Binding, setup: AgentSetup): void {
  const path = binding === 'JSONRPC' ? '/' : '/rest';
  const requestHandler = new v1.DefaultRequestHandler(
    card(`${url}${path}`, binding, setup),
    new v1.InMemoryTaskStore(),
    executorV1(setup),
  );
  const common = { requestHandler, userBuilder: v1Express.UserBuilder.noAuthentication };
  const legacyCompat = { enabled: setup.compat };
  app.use(
    '/.well-known/agent-card.json',
    v1Express.agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  );
  if (binding === 'JSONRPC') app.use(path, v1Express.jsonRpcHandler({ ...common, legacyCompat }));
  else app.use(path, v1Express.restHandler({ ...common, legacyCompat }));
}

const MODES = ['text/plain', 'application/json'];

function oldCard(url: string, path: string, { streaming, push }: AgentSetup): Omit<OldCard, 'protocolVersion'> {
  return {
    name: 'agent on an official SDK',
    description: 'Does what the first word of a message says.',
    version: '1',
    url: `${url}${path}`,
    capabilities: { streaming, pushNotifications: push },
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: [],
  };
}

function card(url: string, protocolBinding: Binding, { streaming, push, compat }: AgentSetup): AgentCard {
  return {
    name: 'agent on an official SDK',
    description: 'Does what the first word of a message says.',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding, tenant: '', protocolVersion: compat ? '0.3' : '1.0' }],
    provider: { organization: 'somebody else', url },
    capabilities: { streaming, pushNotifications: push, extensions: [], extendedAgentCard: false },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: [],
    documentationUrl: '',
    signatures: [],
  };
}

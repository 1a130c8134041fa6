import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentCard } from '@a2a-js/sdk';
import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { Ledger } from '../lab/index.ts';
import { HonestWorker } from './honest-worker.ts';
import type { Version } from './scene.ts';

/** An agent that runs in this process. */
export interface DemoAgent {
  readonly url: string;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Starts an agent on the official SDK that keeps its word. Its ledger is written by its own work, not by the SDK. */
export async function startHonestAgent(version: Version, stepMs: number): Promise<DemoAgent> {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ledger = new Ledger();
  const worker = new HonestWorker(stepMs, ledger);
  const requestHandler = new DefaultRequestHandler(cardAt(url, version), new InMemoryTaskStore(), worker);
  if (version === '1.0') {
    app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
  } else app.get('/.well-known/agent-card.json', (_request, response) => response.json(oldCardAt(url)));
  const legacyCompat = { enabled: version === '0.3' };
  app.use('/', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }));
  return {
    url,
    ledger,
    close: async () => {
      worker.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function cardAt(url: string, version: Version): AgentCard {
  return {
    name: 'Honest agent',
    description: 'Does its work in pieces, one a step: slow 8 makes eight.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${url}/`, protocolBinding: 'JSONRPC', tenant: '', protocolVersion: version }],
    provider: { organization: 'Probity', url },
    capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'slow',
        name: 'Work slowly',
        description: 'One piece a step; can be canceled.',
        tags: ['demo'],
        examples: ['slow 8'],
        inputModes: [],
        outputModes: [],
        securityRequirements: [],
      },
    ],
    documentationUrl: '',
    signatures: [],
  };
}

/** The same in the layout of 0.3, which the SDK serves through its own layer for older callers. */
function oldCardAt(url: string) {
  const { name, description, version, defaultInputModes, defaultOutputModes, skills } = cardAt(url, '0.3');
  return {
    ...{ name, description, version, defaultInputModes, defaultOutputModes },
    url: `${url}/`,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    capabilities: { streaming: true, pushNotifications: false },
    skills: skills.map(({ id, name: title, description: does, tags, examples }) => {
      return { id, name: title, description: does, tags, examples };
    }),
  };
}

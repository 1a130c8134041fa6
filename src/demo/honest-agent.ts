import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentCard } from '@a2a-js/sdk';
import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { Ledger } from '../lab/index.ts';
import { HonestWorker } from './honest-worker.ts';

/** An agent that runs in this process. */
export interface DemoAgent {
  readonly url: string;
  readonly ledger: Ledger;
  close(): Promise<void>;
}

/** Starts an agent on the official SDK that keeps its word. Its ledger is written by its own work, not by the SDK. */
export async function startHonestAgent(stepMs: number): Promise<DemoAgent> {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ledger = new Ledger();
  const worker = new HonestWorker(stepMs, ledger);
  const requestHandler = new DefaultRequestHandler(cardAt(url), new InMemoryTaskStore(), worker);
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
  app.use('/', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
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

function cardAt(url: string): AgentCard {
  return {
    name: 'Honest agent',
    description: 'Does its work in pieces, one a step: slow 8 makes eight.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `${url}/`, protocolBinding: 'JSONRPC', tenant: '', protocolVersion: '1.0' }],
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

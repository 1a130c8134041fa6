import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type AgentCard, type Part, TaskState } from '@a2a-js/sdk';
import * as v1 from '@a2a-js/sdk/server';
import * as v1Express from '@a2a-js/sdk/server/express';
import type * as v02Types from 'a2a-0.2';
import * as v02 from 'a2a-0.2/server';
import type { AgentCard as OldCard, Part as OldPart } from 'a2a-0.3';
import * as v03 from 'a2a-0.3/server';
import * as v03Express from 'a2a-0.3/server/express';
import express from 'express';
import type { Dialect } from '../../src/protocol/operation.ts';

/** A running agent on one of the official SDKs, JSON-RPC at `/` and (from 0.3 on) HTTP+JSON at `/rest`. */
export interface SdkAgent {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts an agent on the official SDK of a dialect. It says `working`, echoes each part of the message as a chunk of one
 * artifact, and is completed; on the words `wait` it stays working until canceled.
 */
export async function startSdkAgent(dialect: Dialect): Promise<SdkAgent> {
  const app = express();
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (dialect === '1.0') {
    const requestHandler = new v1.DefaultRequestHandler(card(url), new v1.InMemoryTaskStore(), executor());
    const userBuilder = v1Express.UserBuilder.noAuthentication;
    app.use('/rest', v1Express.restHandler({ requestHandler, userBuilder }));
    app.use('/', v1Express.jsonRpcHandler({ requestHandler, userBuilder }));
  } else if (dialect === '0.3') {
    const requestHandler = new v03.DefaultRequestHandler(oldCard(url), new v03.InMemoryTaskStore(), oldExecutor());
    const userBuilder = v03Express.UserBuilder.noAuthentication;
    app.use('/rest', v03Express.restHandler({ requestHandler, userBuilder }));
    app.use('/', v03Express.jsonRpcHandler({ requestHandler, userBuilder }));
  } else {
    const { protocolVersion: _, ...older } = oldCard(url);
    const handler = new v02.DefaultRequestHandler(
      older as v02Types.AgentCard,
      new v02.InMemoryTaskStore(),
      oldExecutor() as unknown as v02.AgentExecutor,
    );
    new v02.A2AExpressApp(handler).setupRoutes(app as unknown as Parameters<v02.A2AExpressApp['setupRoutes']>[0], '');
  }
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

function executor(): v1.AgentExecutor {
  const canceled = new Set<string>();
  return {
    execute: async ({ taskId, contextId, userMessage }, bus) => {
      const status = (state: TaskState) => ({ state, timestamp: new Date().toISOString(), message: undefined });
      const tell = (state: TaskState) =>
        bus.publish(v1.AgentEvent.statusUpdate({ taskId, contextId, status: status(state), metadata: {} }));
      bus.publish(
        v1.AgentEvent.task({
          id: taskId,
          contextId,
          status: status(TaskState.TASK_STATE_SUBMITTED),
          artifacts: [],
          history: [userMessage],
          metadata: {},
        }),
      );
      tell(TaskState.TASK_STATE_WORKING);
      if (waits(userMessage.parts.map(textOf))) {
        while (!canceled.has(taskId)) await pause(5);
        tell(TaskState.TASK_STATE_CANCELED);
      } else {
        for (const [i, part] of userMessage.parts.entries()) {
          const artifact = {
            artifactId: 'echo',
            name: '',
            description: '',
            parts: [part],
            metadata: {},
            extensions: [],
          };
          const last = i + 1 === userMessage.parts.length;
          const event = { taskId, contextId, artifact, append: i > 0, lastChunk: last, metadata: {} };
          bus.publish(v1.AgentEvent.artifactUpdate(event));
        }
        tell(TaskState.TASK_STATE_COMPLETED);
      }
      bus.finished();
    },
    cancelTask: async (taskId) => {
      canceled.add(taskId);
    },
  };
}

function textOf({ content }: Part): string {
  return content?.$case === 'text' ? content.value : '';
}

function oldExecutor(): v03.AgentExecutor {
  const canceled = new Set<string>();
  return {
    execute: async ({ taskId, contextId, userMessage }, bus) => {
      type State = 'submitted' | 'working' | 'completed' | 'canceled';
      const status = (state: State) => ({ state, timestamp: new Date().toISOString() });
      const tell = (state: State) =>
        bus.publish({
          kind: 'status-update',
          taskId,
          contextId,
          status: status(state),
          final: state === 'completed' || state === 'canceled',
        });
      bus.publish({ kind: 'task', id: taskId, contextId, status: status('submitted'), history: [userMessage] });
      tell('working');
      if (waits(userMessage.parts.map(oldTextOf))) {
        while (!canceled.has(taskId)) await pause(5);
        tell('canceled');
      } else {
        for (const [i, part] of userMessage.parts.entries()) {
          const artifact = { artifactId: 'echo', parts: [part] };
          const lastChunk = i + 1 === userMessage.parts.length;
          bus.publish({ kind: 'artifact-update', taskId, contextId, artifact, append: i > 0, lastChunk });
        }
        tell('completed');
      }
      bus.finished();
    },
    cancelTask: async (taskId) => {
      canceled.add(taskId);
    },
  };
}

function oldTextOf(part: OldPart): string {
  return part.kind === 'text' ? part.text : '';
}

function waits(texts: readonly string[]): boolean {
  return texts.includes('wait');
}

function card(url: string): AgentCard {
  const one = (path: string, protocolBinding: string) => ({ url: `${url}${path}`, protocolBinding });
  return {
    name: 'echo',
    description: 'Echoes what it is sent.',
    version: '1',
    supportedInterfaces: [one('/', 'JSONRPC'), one('/rest', 'HTTP+JSON')].map((each) => ({
      ...each,
      tenant: '',
      protocolVersion: '1.0',
    })),
    provider: { organization: randomUUID(), url },
    capabilities: { streaming: true, pushNotifications: true, extensions: [], extendedAgentCard: false },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    documentationUrl: '',
    signatures: [],
  };
}

function oldCard(url: string): OldCard {
  return {
    name: 'echo',
    description: 'Echoes what it is sent.',
    version: '1',
    url: `${url}/`,
    protocolVersion: '0.3.0',
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url: `${url}/rest`, transport: 'HTTP+JSON' }],
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
}

// The obvious gateway on the official SDK: its server handler, forwarding through its client.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClientFactory } from '@a2a-js/sdk/client';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

const client = await new ClientFactory().createFromUrl(process.argv[2] ?? '');
const card = await client.getAgentCard();
const requestHandler = {
  getAgentCard: async () => card,
  sendMessage: (params: Parameters<typeof client.sendMessage>[0]) => client.sendMessage(params),
  sendMessageStream: (params: Parameters<typeof client.sendMessageStream>[0]) => client.sendMessageStream(params),
  getTask: (params: Parameters<typeof client.getTask>[0]) => client.getTask(params),
} as unknown as A2ARequestHandler;
const app = express();
app.use('/', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
const server = createServer(app);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));

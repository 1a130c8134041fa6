import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { delegate } from '../../src/guard/delegate.ts';
import type { DelegationEvent } from '../../src/guard/delegation-event.ts';
import { GuardError } from '../../src/guard/guard-error.ts';
import { runHere } from '../cli/cli.ts';
import { MemoryJournal } from './memory-journal.ts';
import { SHORT } from './short-bounds.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A URL at which nobody listens any more. */
async function deserted(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  server.close();
  await once(server, 'close');
  return url;
}

const listed = (url: string, protocolBinding = 'JSONRPC') => ({ url, protocolBinding, protocolVersion: '1.0' });

/** An agent of one task, with a card of these interfaces; `own` is the one at which it is. */
async function startAgent(interfaces: (own: string) => readonly object[]): Promise<{ url: string; sent: string[] }> {
  const sent: string[] = [];
  const url = await listen(
    createServer(async (request, response) => {
      const json = (value: object): void =>
        void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
      if (request.method === 'GET') {
        const capabilities = { streaming: false };
        return json({
          name: 'agent',
          version: '1',
          capabilities,
          supportedInterfaces: interfaces(`${url}/rpc`),
          skills: [],
        });
      }
      const { id, method, params } = JSON.parse(await text(request));
      if (method === 'SendMessage') sent.push(params.message.messageId);
      const artifacts = [{ artifactId: 'a', parts: [{ text: 'done' }] }];
      const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts };
      json({ jsonrpc: '2.0', id, result: method === 'SendMessage' ? { task } : task });
    }),
  );
  return { url, sent };
}

describe('an interface at which nobody is reached', { concurrency: 4 }, () => {
  for (const [name, away] of Object.entries<() => Promise<string>>({
    'whose connection is refused': async () => `${await deserted()}/rpc`,
    'that speaks no TLS': async () => `${(await listen(createServer())).replace('http', 'https')}/rpc`,
  })) {
    it(`${name}: the work goes by the next of the card, once, and it is told`, async () => {
      const gone = await away();
      const agent = await startAgent((own) => [listed(gone), listed(own)]);
      const events: DelegationEvent[] = [];
      const journal = new MemoryJournal();
      const options = { bounds: SHORT, aftercareMs: 0, timeoutMs: 20_000, journal, allow: () => true };
      const outcome = await delegate(agent.url, 'work', { ...options, onEvent: (event) => events.push(event) }).outcome;
      assert.equal(outcome.kind, 'completed');
      assert.equal(agent.sent.length, 1);
      const [finding] = outcome.findings;
      assert.deepEqual(
        [finding?.rule, finding?.certainty, finding?.severity],
        ['card/interface-unreachable', 'suspected', 'warning'],
      );
      assert.deepEqual(
        events.flatMap((event) => (event.kind === 'planned' ? [event.agent.url] : [])),
        [gone, `${agent.url}/rpc`],
      );
    });
  }

  it('is an error where the card has no other, or none that is spoken', async () => {
    const gone = `${await deserted()}/rpc`;
    for (const interfaces of [
      () => [listed(gone)],
      () => [listed(gone), listed(gone, 'HTTP+JSON')],
      () => [listed(gone), listed('http://127.0.0.1:1/', 'GRPC')],
    ]) {
      const agent = await startAgent(interfaces);
      const options = { bounds: SHORT, aftercareMs: 0, timeoutMs: 20_000 };
      await assert.rejects(
        delegate(agent.url, 'work', options).outcome,
        (error) => error instanceof GuardError && error.code === 'agent-unreachable',
      );
    }
  });

  it('is none that a check plans on while there is another', async () => {
    const gone = `${await deserted()}/rpc`;
    const agent = await startAgent((own) => [listed(gone), listed(own)]);
    const { stdout } = await runHere(['check', agent.url]);
    assert.match(stdout, new RegExp(`interface +A2A 1\\.0 over JSONRPC, ${agent.url}/rpc`));
    assert.match(stdout, /card\/interface-unreachable/);
  });
});

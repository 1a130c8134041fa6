import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask } from './raw.ts';
import { json, startScripted } from './scripted-agent.ts';
import { withGateway } from './with-gateway.ts';

const listed = (url: string, protocolBinding = 'JSONRPC') => ({ url, protocolBinding, protocolVersion: '1.0' });
const old = (url: string, preferredTransport: string) => ({ url, preferredTransport, protocolVersion: '0.3.0' });

/** Cards of which nothing could be served but a way past the gateway, and what the caller is told of each. */
const CARDS: Readonly<Record<string, readonly [card: (own: string) => object, says: RegExp]>> = {
  'leads to another origin only': [
    () => ({ supportedInterfaces: [listed('https://other.example/a2a'), listed('https://third.example:8443/')] }),
    /leads to https:\/\/other\.example, https:\/\/third\.example:8443 only.*--origin a=https:\/\/other\.example\.$/,
  ],
  'of 0.3 leads to another origin': [
    () => old('https://other.example/a2a', 'JSONRPC'),
    /leads to https:\/\/other\.example only.*--origin a=https:\/\/other\.example\.$/,
  ],
  'offers gRPC only': [
    (own) => ({ supportedInterfaces: [listed(own, 'GRPC')] }),
    /nothing that the gateway carries, which is JSON-RPC and HTTP\+JSON/,
  ],
  'of 0.3 offers gRPC only': [(own) => old(own, 'GRPC'), /nothing that the gateway carries/],
  'has an address that is none': [
    () => ({ supportedInterfaces: [listed('over there')] }),
    /leads to no URL at all only/,
  ],
};

describe('a card of which nothing can be served', { concurrency: 4 }, () => {
  for (const [name, [card, says]] of Object.entries(CARDS)) {
    it(`${name}: refused with what helps; at watch passed on, and told`, async () => {
      const agent = await startScripted((request, response) =>
        json(response, { name: 'agent', capabilities: {}, ...card(`http://${request.headers.host}/`) }),
      );
      try {
        await withGateway(agent.url, {}, async ({ url, events }) => {
          const { status, body } = await ask(`${url}/.well-known/agent-card.json`);
          assert.equal(status, 502);
          const told = JSON.parse(body);
          const { message } = told.error ?? told;
          assert.match(message, says);
          assert.ok(
            events.some((event) => event.kind === 'act' && event.act === 'refused' && event.because === message),
          );
        });
        await withGateway(agent.url, { peer: { level: 'watch' } }, async ({ url, events }) => {
          const { status, body } = await ask(`${url}/.well-known/agent-card.json`);
          assert.deepEqual([status, body], [200, (await ask(`${agent.url}/.well-known/agent-card.json`)).body]);
          assert.ok(events.some((event) => event.kind === 'notice' && says.test(event.says)));
        });
      } finally {
        await agent.close();
      }
    });
  }

  it('lists no interface: it leads past nobody, and passes as it came', async () => {
    const card = { name: 'agent', capabilities: {}, supportedInterfaces: [] };
    const agent = await startScripted((_request, response) => json(response, card));
    try {
      await withGateway(agent.url, {}, async ({ url }) => {
        const { status, body } = await ask(`${url}/.well-known/agent-card.json`);
        assert.deepEqual([status, JSON.parse(body)], [200, card]);
      });
    } finally {
      await agent.close();
    }
  });

  it('is served once its origin is allowed', async () => {
    const other = await startScripted((_request, response) => json(response, {}));
    const agent = await startScripted((_request, response) =>
      json(response, { name: 'agent', capabilities: {}, supportedInterfaces: [listed(`${other.url}/a2a`)] }),
    );
    try {
      await withGateway(agent.url, { peer: { origins: [other.url] } }, async ({ url }) => {
        const { status, body } = await ask(`${url}/.well-known/agent-card.json`);
        const { supportedInterfaces } = JSON.parse(body);
        assert.deepEqual([status, supportedInterfaces[0].url], [200, `${url}/~${new URL(other.url).host}/a2a`]);
      });
    } finally {
      await agent.close();
      await other.close();
    }
  });
});

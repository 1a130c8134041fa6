import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { discoverCard } from '../../src/card/discovery/discover-card.ts';
import { probeInterface } from '../../src/card/discovery/probe-interface.ts';
import { interfaceAt, newCard, oldCard } from '../../src/card/rules/sample-cards.ts';
import { anyAddress } from '../../src/http/address-policy.ts';
import { createHttpClient } from '../../src/http/http-client.ts';
import { startLab } from '../../src/lab/index.ts';
import { DIALECTS } from '../../src/protocol/operation.ts';
import { matrix } from '../lab/matrix.ts';
import { startSdkAgent } from '../protocol/sdk-agents.ts';
import { withServer } from './card-server.ts';

const CLAIM = { protocolBinding: '', protocolVersion: '', tenant: undefined, pointer: '' };
const NEW = '/.well-known/agent-card.json';

describe('asking the interfaces of a card', () => {
  for (const [dialect, binding] of matrix) {
    it(`finds what an honest agent declares, and leaves no task behind: ${dialect} over ${binding}`, async () => {
      const peer = await startLab({ dialect, bindings: [binding] });
      try {
        const { interfaces, findings } = await discoverCard(peer.cardUrl, { probe: true });
        assert.deepEqual(
          interfaces.map(({ result }) => result),
          ['speaks'],
        );
        assert.deepEqual(
          findings.filter(({ severity }) => severity !== 'note'),
          [],
        );
        assert.ok(!peer.ledger.entries.some(({ kind }) => kind === 'run'));
      } finally {
        await peer.close();
      }
    });
  }

  for (const dialect of DIALECTS) {
    it(`tells what an agent on the official SDK speaks, and where: ${dialect}`, async () => {
      const agent = await startSdkAgent(dialect);
      const http = createHttpClient({ allow: anyAddress });
      try {
        const asked = [
          ['JSONRPC', ''],
          ['HTTP+JSON', '/rest'],
          ['HTTP+JSON', ''],
          ['JSONRPC', '/nowhere'],
        ] as const;
        const claims = asked.map(([binding, path]) => ({ ...CLAIM, dialect, binding, url: `${agent.url}${path}` }));
        const seen = await Promise.all(claims.map((one) => probeInterface(one, { http, credentials: [] })));
        const rest = dialect === '0.2' ? 'untold' : 'speaks';
        assert.deepEqual(
          seen.map(({ result }) => result),
          ['speaks', rest, 'other', 'missing'],
        );
      } finally {
        await http.close();
        await agent.close();
      }
    });
  }

  it('finds a binding or a version that is not the one declared', async () => {
    const peer = await startLab({ dialect: '1.0', bindings: ['JSONRPC'] });
    try {
      const { interfaces } = await discoverCard(peer.cardUrl);
      assert.deepEqual(interfaces, []);
      const { url } = (await discoverCard(peer.cardUrl)).card?.interfaces[0] ?? { url: '' };
      const claims = [interfaceAt(url, 'HTTP+JSON'), interfaceAt(url, 'JSONRPC', '0.3')];
      await withServer({ [NEW]: newCard({ supportedInterfaces: claims }) }, async (server) => {
        const seen = await discoverCard(server.url, { probe: true });
        assert.deepEqual(
          seen.interfaces.map(({ result, what }) => [result, what]),
          [
            ['other', 'understands A2A 1.0 over JSONRPC, and not over HTTP+JSON'],
            ['other', 'understands A2A 1.0 over JSONRPC, and not 0.3'],
          ],
        );
        assert.equal(seen.findings.filter(({ rule }) => rule === 'card/interface-mismatch').length, 2);
      });
    } finally {
      await peer.close();
    }
  });

  it('tells where there is nothing, nobody, or a locked door', () =>
    withServer({ '/locked': (response) => response.writeHead(401).end() }, async (server) => {
      const at = (path: string) => interfaceAt(new URL(path, server.url).href);
      const closed = interfaceAt('http://localhost:1/');
      const grpc = interfaceAt('localhost:1', 'GRPC');
      server.routes[NEW] = newCard({ supportedInterfaces: [at('/gone'), closed, at('/locked'), grpc] });
      const { interfaces, findings } = await discoverCard(server.url, { probe: true });
      assert.deepEqual(
        interfaces.map(({ result }) => result),
        ['missing', 'unreachable', 'guarded', 'not-asked'],
      );
      assert.deepEqual(
        findings
          .filter(({ rule }) => rule === 'card/interface-unreachable')
          .map(({ severity, pointer }) => [severity, pointer]),
        [
          ['error', '/supportedInterfaces/0/url'],
          ['warning', '/supportedInterfaces/1/url'],
        ],
      );
    }));

  it('sees a card that is another one at each fetch', () => {
    let fetches = 0;
    const route = {
      [NEW]: (response: { end(text: string): unknown }) =>
        response.end(JSON.stringify(oldCard({ version: `${fetches++}` }))),
    };
    return withServer(route, async ({ url }) => {
      const { findings } = await discoverCard(url, { probe: true });
      assert.ok(findings.some(({ rule, pointer }) => rule === 'card/unstable' && pointer === '/version'));
    });
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { type DialectName, type LabPeer, startLab } from '../../src/lab/index.ts';
import { call, NaiveClient } from './naive-client.ts';

/** What an agent was asked for, below the address that it is at. */
interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Runs a test against a proxy before an agent that has a card, and answers everything else alike. */
async function before(
  dialect: DialectName,
  cardAt: (url: string) => object,
  test: (proxy: LabPeer, asked: readonly Asked[]) => Promise<void>,
  answer: { status: number; headers: Record<string, string>; body: string } = { status: 200, headers: {}, body: '{}' },
) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    if (url?.startsWith('/.well-known/')) {
      response.end(JSON.stringify(cardAt(at())));
      return;
    }
    asked.push({ method, url, headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
  });
  const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await startLab({ dialect, upstream: at() });
  try {
    await test(proxy, asked);
  } finally {
    await proxy.close();
    server.close();
    server.closeAllConnections();
  }
}

const cardOf = async ({ cardUrl }: LabPeer) => JSON.parse((await call(cardUrl)).body);
const claims = { name: 'a', description: '', version: '1', skills: [], unheardOf: { kept: true } };

describe('the card of an agent behind a proxy', () => {
  it('1.0: every interface that is spoken leads to the proxy, the others are left out', () =>
    before(
      '1.0',
      (url) => ({
        ...claims,
        capabilities: { streaming: 'true', more: 1 },
        signatures: [{ protected: 'x', signature: 'y' }],
        supportedInterfaces: [
          { url: `${url}/grpc`, protocolBinding: 'GRPC', protocolVersion: '1.0' },
          { url: `${url}/a2a`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: 'acme' },
          { url: `${url}/a2a`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: 'globex' },
          { url: `${url}/other`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0.1' },
          { url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          { url: `${url}/old`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
        ],
      }),
      async (proxy, asked) => {
        const { supportedInterfaces, capabilities, signatures, unheardOf } = await cardOf(proxy);
        assert.deepEqual(
          supportedInterfaces.map(({ url, protocolBinding, tenant }: Record<string, string>) => [
            url?.replace(proxy.url, ''),
            protocolBinding,
            tenant,
          ]),
          [
            ['/rest', 'HTTP+JSON', 'acme'],
            ['/rest', 'HTTP+JSON', 'globex'],
            ['/rest-2', 'HTTP+JSON', undefined],
            ['/', 'JSONRPC', undefined],
          ],
        );
        assert.deepEqual(capabilities, { streaming: 'true', more: 1 }, 'claims are left as they are');
        assert.deepEqual([signatures, unheardOf], [undefined, { kept: true }]);
        const headers = { 'a2a-version': '1.0' };
        await call(`${proxy.url}/rest/acme/tasks/t1?historyLength=0`, undefined, { headers });
        await call(`${proxy.url}/rest-2/tasks/t2`, undefined, { headers });
        await new NaiveClient(proxy, '1.0', 'JSONRPC', { tenant: 'initech' }).get('t3');
        assert.deepEqual(
          asked.map(({ method, url }) => `${method} ${url}`),
          ['GET /a2a/acme/tasks/t1?historyLength=0', 'GET /other/tasks/t2', 'POST /rpc'],
        );
        assert.equal(JSON.parse(asked[2]?.body ?? '').params.tenant, 'initech');
      },
    ));

  it('0.3: the preferred interface and the additional ones', () =>
    before(
      '0.3',
      (url) => ({
        ...claims,
        capabilities: {},
        url: `${url}/rpc`,
        preferredTransport: 'JSONRPC',
        protocolVersion: '0.3.4',
        additionalInterfaces: [
          { url: `${url}/rpc`, transport: 'JSONRPC' },
          { url: `${url}/grpc`, transport: 'GRPC' },
          { url: `${url}/rest`, transport: 'HTTP+JSON' },
        ],
        supportedInterfaces: [{ url: `${url}/new`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      }),
      async (proxy) => {
        const { url, additionalInterfaces, supportedInterfaces, protocolVersion } = await cardOf(proxy);
        assert.deepEqual([url, protocolVersion, supportedInterfaces], [`${proxy.url}/`, '0.3.4', undefined]);
        assert.deepEqual(additionalInterfaces, [
          { url: `${proxy.url}/`, transport: 'JSONRPC' },
          { url: `${proxy.url}/rest`, transport: 'HTTP+JSON' },
        ]);
      },
    ));

  it('0.2: one url, and none beside it that leads past the proxy', () =>
    before(
      '0.2',
      (url) => ({
        ...claims,
        capabilities: { streaming: true },
        url: `${url}/rpc`,
        additionalInterfaces: [{ url: `${url}/rpc`, transport: 'JSONRPC' }],
      }),
      async (proxy) => {
        const { url, additionalInterfaces } = await cardOf(proxy);
        assert.deepEqual([url, additionalInterfaces], [`${proxy.url}/`, undefined]);
      },
    ));
});

describe('what a proxy knows nothing of', () => {
  const card = (url: string) => ({
    ...claims,
    capabilities: {},
    supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });

  it('goes through as it came, both ways', () =>
    before(
      '1.0',
      card,
      async (proxy, asked) => {
        const body = '{"jsonrpc":"2.0", "id":"7","method":"vendor/Thing","params":[1]}';
        const answer = await call(`${proxy.url}/?k=v`, body, { headers: { 'a2a-version': '9.9', 'x-own': 'y' } });
        assert.deepEqual([answer.status, answer.body], [418, '{"tea":true}']);
        assert.equal(answer.headers['www-authenticate'], 'Bearer realm="x"');
        const [seen] = asked;
        assert.deepEqual([seen?.method, seen?.url, seen?.body], ['POST', '/rpc?k=v', body]);
        assert.deepEqual([seen?.headers['a2a-version'], seen?.headers['x-own']], ['9.9', 'y']);
      },
      { status: 418, headers: { 'www-authenticate': 'Bearer realm="x"' }, body: '{"tea":true}' },
    ));

  it('is passed on in errors too: the status and what it says to bring', () =>
    before(
      '1.0',
      card,
      async (proxy) => {
        const answer = await new NaiveClient(proxy, '1.0', 'JSONRPC').answer('hello');
        assert.deepEqual([answer.status, answer.body], [401, '{"error":"who are you?"}']);
        assert.equal(answer.headers['www-authenticate'], 'Bearer realm="x"');
      },
      { status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' }, body: '{"error":"who are you?"}' },
    ));

  it('is no path of the agent: refused here', () =>
    before('1.0', card, async (proxy, asked) => {
      assert.equal((await call(`${proxy.url}/admin`)).status, 404);
      assert.deepEqual(asked, []);
    }));
});

describe('an extended card behind a proxy', () => {
  for (const dialect of ['0.2', '0.3', '1.0'] as const) {
    it(`leads to the proxy as the public one does, ${dialect}`, async () => {
      const agent = await startLab({ dialect, tokens: { alice: 'a' } });
      const proxy = await startLab({ dialect, upstream: agent.url });
      const headers = { authorization: 'Bearer a' };
      const { json } = await new NaiveClient(proxy, dialect, 'JSONRPC', { headers }).extendedCard();
      const card = json.result ?? json;
      assert.ok(card.skills.some(({ id }: { id: string }) => id === 'members'));
      assert.equal(card.url ?? card.supportedInterfaces[0].url, `${proxy.url}/`);
      assert.doesNotMatch(JSON.stringify(card), new RegExp(agent.url));
      await proxy.close();
      await agent.close();
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLab } from '../../src/lab/index.ts';
import { matrix } from '../lab/matrix.ts';
import { ask } from './raw.ts';
import { Speaker } from './scenario.ts';
import { json, type ScriptedAgent, startScripted } from './scripted-agent.ts';
import { shortBounds } from './short-bounds.ts';
import { withGateway } from './with-gateway.ts';

/** An agent with nothing but a card, wherever its card says that it is. */
async function withCard(
  card: (url: string) => object,
  test: (agent: ScriptedAgent) => Promise<void>,
  path = '/.well-known/agent-card.json',
): Promise<void> {
  const agent: ScriptedAgent = await startScripted((request, response) => {
    if (request.url === path)
      return json(response, card(agent.url), { etag: '"theirs"', 'cache-control': 'max-age=7' });
    response.writeHead(404).end();
  });
  try {
    await test(agent);
  } finally {
    await agent.close();
  }
}

const listed = (url: string, protocolBinding = 'JSONRPC') => ({ url, protocolBinding, protocolVersion: '1.0' });
const minimal = (supportedInterfaces: object[], more: object = {}) => ({
  name: 'agent',
  supportedInterfaces,
  capabilities: { streaming: true, extensions: [{ uri: 'urn:other' }] },
  signatures: [{ protected: 'x', signature: 'y' }],
  vendorField: { kept: true },
  ...more,
});

describe('the card that the gateway serves', { concurrency: 4 }, () => {
  for (const [dialect, binding] of matrix) {
    it(`leads through the gateway, ${dialect} over ${binding}`, async () => {
      const lab = await startLab({ dialect, bindings: [binding] });
      try {
        await withGateway(lab.url, {}, async ({ url }) => {
          const path = new URL(lab.cardUrl).pathname;
          const { status, body } = await ask(url + path);
          assert.equal(status, 200);
          const direct = JSON.parse((await ask(lab.cardUrl)).body);
          const served = JSON.parse(body);
          assert.equal(body.includes(lab.url), false);
          assert.deepEqual(
            { ...served, capabilities: undefined },
            {
              ...JSON.parse(JSON.stringify(direct).replaceAll(lab.url, url)),
              capabilities: undefined,
            },
          );
          const { extensions, ...capabilities } = served.capabilities;
          assert.deepEqual(capabilities, direct.capabilities);
          assert.equal(extensions[0].uri, 'urn:probity:observed:1');
          assert.deepEqual(extensions[0].params.claims.streaming, { declared: true, observed: 'unverified' });
        });
      } finally {
        await lab.close();
      }
    });
  }

  it('tells of streams that were found broken, and goes on to offer them, since it makes up for what they lack', async () => {
    const lab = await startLab({ bindings: ['JSONRPC'], stepMs: 10, deviations: ['no-terminal'] });
    try {
      await withGateway(lab.url, { peer: { opening: 'stream' }, bounds: shortBounds }, async ({ url }) => {
        const speaker = new Speaker(`${url}/`, '1.0', 'JSONRPC');
        assert.match((await speaker.ask(speaker.stream('slow 2', 'message-1'))).body, /TASK_STATE_COMPLETED/);
        const { capabilities } = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
        const { observed, since } = capabilities.extensions[0].params.claims.streaming;
        assert.deepEqual([observed, typeof since, capabilities.streaming], ['broken', 'string', true]);
      });
    } finally {
      await lab.close();
    }
  });

  it('leads through the gateway where the agent was named by another name of this machine', () =>
    withCard(
      (url) => minimal([listed(`${url}/a2a`), listed(url.replace('127.0.0.1', '127.0.0.1.example'))]),
      (agent) =>
        withGateway(agent.url.replace('127.0.0.1', 'localhost'), {}, async ({ url }) => {
          const card = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
          assert.deepEqual(card.supportedInterfaces.length, 1);
          const [{ url: mounted }] = card.supportedInterfaces;
          assert.equal(mounted, `${url}/a2a`);
        }),
    ));

  it('is without signatures, and with all else that it had', () =>
    withCard(
      (url) => minimal([listed(`${url}/a2a?x=1`)]),
      (agent) =>
        withGateway(agent.url, {}, async ({ url }) => {
          const card = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
          assert.deepEqual(Object.keys(card), ['name', 'supportedInterfaces', 'capabilities', 'vendorField']);
          assert.deepEqual(card.supportedInterfaces, [listed(`${url}/a2a?x=1`)]);
          assert.equal(card.capabilities.extensions[0].uri, 'urn:other');
        }),
    ));

  it('has a validator of its own, and can be kept for as long as the agent says', () =>
    withCard(
      (url) => minimal([listed(url)]),
      (agent) =>
        withGateway(agent.url, {}, async ({ url }) => {
          const { headers } = await ask(`${url}/.well-known/agent-card.json`, {
            headers: { 'if-none-match': '"theirs"' },
          });
          assert.equal(headers['cache-control'], 'public, max-age=7, must-revalidate');
          const etag = headers.etag ?? '';
          assert.notEqual(etag, '"theirs"');
          const again = await ask(`${url}/.well-known/agent-card.json`, {
            headers: { 'if-none-match': `"x", ${etag}` },
          });
          assert.deepEqual([again.status, again.body], [304, '']);
          const head = await ask(`${url}/.well-known/agent-card.json`, { method: 'HEAD' });
          assert.deepEqual([head.status, head.headers.etag, head.body], [200, etag, '']);
        }),
    ));

  it('leaves out interfaces that it may not reach or does not carry', () =>
    withCard(
      (url) => minimal([listed('http://10.0.0.1/'), listed(`${url}/`, 'GRPC'), listed(`${url}/x`), listed('nonsense')]),
      (agent) =>
        withGateway(agent.url, {}, async ({ url }) => {
          const card = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
          assert.deepEqual(card.supportedInterfaces, [listed(`${url}/x`)]);
          assert.equal((await ask(`${url}/~10.0.0.1/`)).status, 404);
        }),
    ));

  it('of 0.3 puts another interface in the place of one that it can not carry', () =>
    withCard(
      (url) => ({
        name: 'agent',
        url: 'http://10.0.0.1/',
        preferredTransport: 'GRPC',
        protocolVersion: '0.3.0',
        additionalInterfaces: [
          { url: 'http://10.0.0.1/', transport: 'GRPC' },
          { url: `${url}/v`, transport: 'HTTP+JSON' },
        ],
      }),
      (agent) =>
        withGateway(agent.url, {}, async ({ url }) => {
          const card = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
          assert.deepEqual([card.url, card.preferredTransport], [`${url}/v`, 'HTTP+JSON']);
          assert.deepEqual(card.additionalInterfaces, [{ url: `${url}/v`, transport: 'HTTP+JSON' }]);
        }),
    ));

  it('names another origin only where that was allowed, and what lies beside the base by its host', () =>
    withCard(
      () => minimal([{ ...listed('') }]),
      async (other) =>
        withCard(
          (url) => minimal([listed(`${other.url}/far`), listed(`${url}/beside`)]),
          (agent) =>
            withGateway(`${agent.url}/base/agent.json`, { peer: { origins: [other.url] } }, async ({ url }) => {
              const card = JSON.parse((await ask(`${url}/.well-known/agent-card.json`)).body);
              const host = (of: string) => new URL(of).host;
              const urls = card.supportedInterfaces.map((each: { url: string }) => each.url);
              assert.deepEqual(urls, [`${url}/~${host(other.url)}/far`, `${url}/~${host(agent.url)}/beside`]);
              await ask(`${urls[0]}/tasks/1`);
              assert.equal(other.asked.at(-1)?.request.url, '/far/tasks/1');
              assert.equal((await ask(`${url}/~${host(other.url)}/elsewhere`)).status, 404);
            }),
          '/base/agent.json',
        ),
    ));

  it('is as the caller reaches it: by any name of loopback, a prefix of a trusted proxy, and never by what a caller claims', () =>
    withCard(
      (url) => minimal([listed(`${url}/`)]),
      async (agent) => {
        const urlFor = async (base: string, headers: Record<string, string>) =>
          JSON.parse((await ask(`${base}/.well-known/agent-card.json`, { headers })).body).supportedInterfaces?.[0].url;
        const forwarded = {
          'x-forwarded-host': 'agents.example:8443',
          'x-forwarded-proto': 'https',
          'x-forwarded-prefix': '/a2a/',
        };
        await withGateway(agent.url, { hosts: ['agents.example'] }, async ({ url }) => {
          assert.equal(await urlFor(url, { host: 'localhost:99' }), 'http://localhost:99/a/');
          assert.equal(await urlFor(url, { host: '[::1]:4780' }), 'http://[::1]:4780/a/');
          assert.equal(await urlFor(url, { host: 'agents.example' }), 'http://agents.example/a/');
          assert.equal(await urlFor(url, { host: 'localhost', ...forwarded }), 'http://localhost/a/');
          for (const host of ['evil.example', 'localhost.evil.example', 'a b', '127.0.0.1@evil.example']) {
            assert.equal((await ask(`${url}/.well-known/agent-card.json`, { headers: { host } })).status, 421, host);
          }
        });
        await withGateway(agent.url, { trustedProxies: ['127.0.0.1'] }, async ({ url }) => {
          assert.equal(await urlFor(url, forwarded), 'https://agents.example:8443/a2a/a/');
        });
        await withGateway(agent.url, { host: '::1' }, async ({ url }) => {
          assert.match(url, /^http:\/\/\[::1\]:\d+\/a$/);
          assert.equal(await urlFor(url, {}), `${url}/`);
        });
      },
    ));
});

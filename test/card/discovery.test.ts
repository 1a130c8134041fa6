import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createCardCache } from '../../src/card/discovery/card-cache.ts';
import { discoverCard } from '../../src/card/discovery/discover-card.ts';
import type { Discovery } from '../../src/card/discovery/discovery.ts';
import { discoveryPolicy } from '../../src/card/discovery/discovery-policy.ts';
import { interfaceAt, newCard, oldCard } from '../../src/card/rules/sample-cards.ts';
import { send, withServer } from './card-server.ts';

const NEW = '/.well-known/agent-card.json';
const OLD = '/.well-known/agent.json';

describe('looking for a card', () => {
  it('takes it from the path of 1.0 first, and asks no other', () =>
    withServer({ [NEW]: newCard(), [OLD]: oldCard() }, async ({ url, asked }) => {
      const { card, place } = await discoverCard(url);
      assert.equal(card?.interfaces[0]?.dialect, '1.0');
      assert.equal(place, new URL(NEW, url).href);
      assert.deepEqual(
        asked.map(({ what }) => what),
        [`GET ${NEW}`],
      );
    }));

  it('takes it from the path of 0.2 if it is only there, and says so of a newer card', () =>
    withServer({ [OLD]: newCard() }, async (server) => {
      assert.ok(rulesOf(await discoverCard(server.url)).includes('card/legacy-path'));
      server.routes[OLD] = oldCard({ protocolVersion: '0.2.5' });
      assert.ok(!rulesOf(await discoverCard(server.url)).includes('card/legacy-path'));
    }));

  it('goes on from a server that describes itself at a path which it does not know, and names no interface there', () => {
    const description = { name: 'Translator', capabilities: { streaming: true }, protocol: 'a2a' };
    return withServer({ [NEW]: description, [OLD]: oldCard() }, async (server) => {
      const { card, place } = await discoverCard(server.url);
      assert.equal(card?.name, 'Translator');
      assert.equal(place, new URL(OLD, server.url).href);
      delete server.routes[OLD];
      assert.equal((await discoverCard(server.url)).place, new URL(NEW, server.url).href);
    });
  });

  it('knows a card by its shape, wherever it is', () =>
    withServer({ '/agents/7': newCard(), '/agents/8.json': oldCard() }, async ({ url }) => {
      assert.equal((await discoverCard(`${url}agents/7`)).card?.name, 'Translator');
      assert.equal((await discoverCard(`${url}agents/8.json`)).card?.name, 'Translator');
    }));

  it('says where it looked, and what was there', () =>
    withServer({ '/': (response) => response.end('<html>welcome</html>') }, async ({ url }) => {
      const { card, findings, attempts } = await discoverCard(url);
      assert.equal(card, undefined);
      assert.deepEqual(
        attempts.map(({ result }) => result),
        ['status', 'status', 'not-json'],
      );
      assert.match(
        findings[0]?.because ?? '',
        /agent-card\.json answered HTTP 404; .*agent\.json answered HTTP 404; .*no JSON/,
      );
    }));

  it('refuses a card of 0.1, wherever it comes from', async () => {
    const legacy = oldCard({
      protocolVersion: undefined,
      preferredTransport: undefined,
      authentication: { schemes: ['Bearer'] },
    });
    await withServer({ [OLD]: legacy }, async ({ url }) => {
      const discovery = await discoverCard(url);
      assert.equal(discovery.card, undefined);
      assert.deepEqual(rulesOf(discovery), ['card/legacy-version']);
    });
    assert.equal((await discoverCard({ text: JSON.stringify(legacy) })).card, undefined);
  });

  it('reads a file, and tells line and column of what is wrong in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'probity-card-'));
    try {
      const path = join(folder, 'card.json');
      await writeFile(path, JSON.stringify(newCard({ defaultOutputModes: ['text'] }), undefined, 2));
      const { card, place, findings } = await discoverCard(path);
      assert.equal(card?.name, 'Translator');
      assert.equal(place, path);
      const [finding] = findings.filter(({ rule }) => rule === 'card/bad-media-type');
      assert.equal(finding?.pointer, '/defaultOutputModes/0');
      const lines = JSON.stringify(newCard({ defaultOutputModes: ['text'] }), undefined, 2).split('\n');
      assert.equal(lines[(finding?.line ?? 0) - 1]?.slice((finding?.column ?? 0) - 1), '"text"');
      assert.deepEqual(rulesOf(await discoverCard(join(folder, 'none.json'))), ['card/unreachable']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('tells where a text is no JSON', async () => {
    const { card, findings } = await discoverCard({ text: '{\n  "name": }' });
    assert.equal(card, undefined);
    assert.deepEqual(
      findings.map(({ rule, line, column }) => [rule, line, column]),
      [['card/not-json', 2, 11]],
    );
  });
});

describe('a card that is kept', () => {
  const cached = (headers: Record<string, string>) => ({ [NEW]: answering(newCard(), headers) });

  it('is not asked for again while it holds', () =>
    withServer(cached({ 'cache-control': 'max-age=60' }), async ({ url, asked }) => {
      const cache = createCardCache();
      await discoverCard(url, { cache });
      assert.equal((await discoverCard(url, { cache })).card?.name, 'Translator');
      assert.equal(asked.length, 1);
    }));

  it('is asked about by its ETag when it no longer does, and used on if it has not changed', async () => {
    let now = 0;
    const cache = createCardCache({ now: () => now });
    const answer = answering(newCard(), { 'cache-control': 'max-age=60', etag: '"v1"' });
    const routes = {
      [NEW]: (...[response, request]: Parameters<typeof answer>) => {
        if (request.headers['if-none-match'] === '"v1"')
          response.writeHead(304, { 'cache-control': 'max-age=60' }).end();
        else answer(response, request);
      },
    };
    await withServer(routes, async ({ url, asked }) => {
      await discoverCard(url, { cache });
      now = 61_000;
      const { card, changes } = await discoverCard(url, { cache });
      assert.equal(card?.name, 'Translator');
      assert.equal(changes, undefined);
      assert.equal(asked[1]?.headers['if-none-match'], '"v1"');
      await discoverCard(url, { cache });
      assert.equal(asked.length, 2);
    });
  });

  it('is compared with what comes in its place', async () => {
    let now = 0;
    const cache = createCardCache({ now: () => now });
    await withServer(cached({ 'cache-control': 'max-age=60' }), async ({ url, routes }) => {
      await discoverCard(url, { cache });
      routes[NEW] = newCard({ capabilities: { streaming: false } });
      now = 61_000;
      const { changes, findings } = await discoverCard(url, { cache });
      assert.deepEqual(
        changes?.map(({ kind, pointer, before, after }) => [kind, pointer, before, after]),
        [
          ['changed', '/capabilities/streaming', true, false],
          ['removed', '/capabilities/pushNotifications', false, undefined],
        ],
      );
      assert.ok(findings.some(({ rule }) => rule === 'card/same-version'));
    });
  });

  it('is not kept where its server forbids that, nor for another caller', async () => {
    const cache = createCardCache();
    await withServer(cached({ 'cache-control': 'no-store' }), async ({ url, asked }) => {
      await discoverCard(url, { cache });
      await discoverCard(url, { cache });
      assert.equal(asked.length, 2);
    });
    await withServer(cached({ 'cache-control': 'max-age=60' }), async ({ url, asked }) => {
      await discoverCard(url, { cache });
      await discoverCard(url, { cache, credentials: [{ origins: [url], headers: { authorization: 'Bearer one' } }] });
      assert.equal(asked.length, 2);
    });
  });
});

describe('a hostile server', () => {
  it('is not listened to beyond the limit', () =>
    withServer({ [NEW]: (response) => response.end(Buffer.alloc(5_000_000, 0x5b)) }, async ({ url }) => {
      const before = process.memoryUsage().rss;
      const { card, attempts } = await discoverCard(url);
      assert.equal(card, undefined);
      assert.match(attempts[0]?.what ?? '', /more than 1048576 bytes/);
      assert.ok(process.memoryUsage().rss - before < 100_000_000);
    }));

  it("can't make a parser dig", () =>
    withServer({ [NEW]: (response) => response.end('['.repeat(1_000_000)) }, async ({ url }) => {
      const { attempts } = await discoverCard(url);
      assert.match(attempts[0]?.what ?? '', /nested more than 256 deep/);
    }));

  it("can't blow up what it sends", () =>
    withServer(
      {
        [NEW]: (response) =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, 0x20))),
      },
      async ({ url }) => {
        const { attempts } = await discoverCard(url);
        assert.match(attempts[0]?.what ?? '', /more than 1048576 bytes/);
      },
    ));

  it("can't keep it waiting or going round", () =>
    withServer(
      {
        '/slow.json': (response) => response.write('{'),
        '/round.json': (response) => response.writeHead(302, { location: '/round.json' }).end(),
      },
      async ({ url }) => {
        const slow = await discoverCard(`${url}slow.json`, { timeoutMs: 200 });
        assert.match(slow.attempts[0]?.what ?? '', /had not finished its answer after 200 ms/);
        const round = await discoverCard(`${url}round.json`);
        assert.match(round.attempts[0]?.what ?? '', /redirects on after 3 redirects/);
      },
    ));

  it("can't send it into a private network, nor can a card", async () => {
    await withServer(
      { '/away.json': (response) => response.writeHead(302, { location: 'http://10.0.0.1/card.json' }).end() },
      async ({ url }) => {
        const { attempts } = await discoverCard(`${url}away.json`);
        assert.match(attempts[0]?.what ?? '', /10\.0\.0\.1 \(private\), where this client must not connect/);
      },
    );
    await withServer({}, async ({ url, asked }) => {
      const text = JSON.stringify(newCard({ supportedInterfaces: [interfaceAt(url)] }));
      const { interfaces } = await discoverCard({ text }, { probe: true });
      assert.equal(interfaces[0]?.result, 'not-asked');
      assert.deepEqual(asked, []);
    });
  });

  it("gets no credentials that are another origin's", () =>
    withServer({ [NEW]: newCard() }, (home) =>
      withServer(
        { [NEW]: (response) => response.writeHead(302, { location: `${home.url}${NEW.slice(1)}` }).end() },
        async (first) => {
          const credentials = [{ origins: [first.url], headers: { authorization: 'Bearer secret' } }];
          assert.equal((await discoverCard(first.url, { credentials })).card?.name, 'Translator');
          assert.equal(first.asked[0]?.headers.authorization, 'Bearer secret');
          assert.equal(home.asked[0]?.headers.authorization, undefined);
        },
      ),
    ));
});

describe('which addresses may be connected to', () => {
  const kinds = ['public', 'loopback', 'private', 'link-local'] as const;
  const allowed = (target: string, allowPrivate = false) =>
    kinds.filter((kind) => discoveryPolicy(target, allowPrivate)('host', '', kind));

  it('is public ones, and loopback ones for a loopback target', () => {
    assert.deepEqual(allowed('https://agent.example/'), ['public']);
    assert.deepEqual(allowed('http://10.0.0.7/'), ['public']);
    assert.deepEqual(allowed('card.json'), ['public']);
    assert.deepEqual(allowed('http://localhost:9000/'), ['public', 'loopback']);
    assert.deepEqual(allowed('https://agent.example/', true), [...kinds]);
  });
});

function rulesOf({ findings }: Discovery): readonly string[] {
  return findings
    .map(({ rule }) => rule)
    .filter((rule) => rule !== 'card/foreign-origin' && rule !== 'card/no-cache-headers');
}

function answering(value: unknown, headers: Record<string, string>) {
  return (response: Parameters<typeof send>[0], _request: { headers: Record<string, string | string[] | undefined> }) =>
    send(response, value, headers);
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ask, open, sendBytes } from './raw.ts';
import { json, type ScriptedAgent, startScripted } from './scripted-agent.ts';
import { type Mounted, type MountOptions, withGateway } from './with-gateway.ts';

const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };

async function withAgent(options: MountOptions, test: (mounted: Mounted, agent: ScriptedAgent) => Promise<void>) {
  const agent = await startScripted((request, response) => {
    if (request.url === '/hang') return;
    json(response, { jsonrpc: '2.0', id: 1, result: task });
  });
  try {
    await withGateway(agent.url, options, (mounted) => test(mounted, agent));
  } finally {
    await agent.close();
  }
}

const read = (id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, method: 'GetTask', params: { id: 't' } });
/** Calls that the agent was asked; the gateway looks for its card by itself. */
const calls = ({ asked }: ScriptedAgent) =>
  asked.filter(({ request: { method, url } }) => method !== 'GET' || !(url === '/' || url?.includes('.well-known')))
    .length;

describe('what callers may not do', { concurrency: 4 }, () => {
  for (const [name, head] of Object.entries({
    'a length and chunks': 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    'two lengths': 'Content-Length: 4\r\nContent-Length: 5\r\n',
    'an unknown transfer coding': 'Transfer-Encoding: xchunked\r\n',
    'a coding behind the chunks': 'Transfer-Encoding: chunked, gzip\r\n',
    'a folded header': 'X-A: b\r\n c\r\nContent-Length: 0\r\n',
    'a space before the colon': 'Content-Length : 4\r\n',
    'a bare line feed': 'X-A: b\nContent-Length: 4\r\n',
    'a bare carriage return': 'X-A: b\rContent-Length: 4\r\n',
    'a length that is no number': 'Content-Length: +4\r\n',
    'a zero byte': 'X-A: \0\r\nContent-Length: 0\r\n',
  })) {
    it(`smuggle a request by ${name}`, () =>
      withAgent({}, async ({ url }, agent) => {
        const smuggled = 'GET /a/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
        const answer = await sendBytes(url, `POST /a/ HTTP/1.1\r\nHost: localhost\r\n${head}\r\n0\r\n\r\n${smuggled}`);
        assert.match(answer, /^HTTP\/1\.1 400 /);
        assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
        assert.equal(calls(agent), 0);
      }));
  }

  it('leave the base of an agent, however the way up is written', () =>
    withAgent({}, async ({ url }, agent) => {
      for (const path of ['/../x', '/%2e%2e/x', '/.%2E/x', '/x/..%5Cy', '/x\\..\\y']) {
        assert.match(
          await sendBytes(url, `GET /a${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
          /^HTTP\/1\.1 40[04] /,
          path,
        );
      }
      assert.equal(calls(agent), 0);
    }));

  it('be longer, deeper or compressed more than is taken', () =>
    withAgent({ limits: { maxBodyBytes: 2_000 } }, async ({ url }, agent) => {
      const tooLong = await ask(`${url}/`, { body: ' '.repeat(2_001) });
      assert.deepEqual([tooLong.status, JSON.parse(tooLong.body).error.code], [200, -32600]);
      const chunked = await ask(`${url}/tasks/x:cancel`, {
        body: ' '.repeat(2_001),
        headers: { 'transfer-encoding': 'chunked' },
      });
      assert.deepEqual([chunked.status, JSON.parse(chunked.body).error.status], [413, 'INVALID_ARGUMENT']);
      const deep = await ask(`${url}/`, { body: `{"a":${'['.repeat(300)}${']'.repeat(300)}}` });
      assert.match(deep.body, /nested too deep/);
      const packed = await ask(`${url}/`, { body: gzipSync(read()), headers: { 'content-encoding': 'gzip' } });
      assert.match(packed.body, /no compressed requests/);
      assert.equal((await ask(`${url}/`, { headers: { 'x-long': 'x'.repeat(20_000) } })).status, 431);
      assert.equal(calls(agent), 0);
    }));

  it('say two things in one request', () =>
    withAgent({}, async ({ url }, agent) => {
      const twice = await ask(`${url}/`, { body: read().replace('"GetTask"', '"GetTask","method":"SendMessage"') });
      assert.match(twice.body, /a member twice/);
      const batch = await ask(`${url}/`, { body: `[${read()},${read(2)}]` });
      assert.deepEqual(JSON.parse(batch.body).error.code, -32600);
      assert.deepEqual(JSON.parse(batch.body).id, null);
      assert.equal(calls(agent), 0);
    }));

  it('take their time to ask', () =>
    withAgent({ limits: { requestHeadersMs: 200, requestBodyMs: 200 } }, async ({ url }) => {
      const slowHead = await sendBytes(url, 'POST /a/ HTTP/1.1\r\nHost: localhost\r\nX-', 3_000);
      assert.match(slowHead, /^HTTP\/1\.1 408 /);
      const slowBody = await sendBytes(
        url,
        'POST /a/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nab',
        3_000,
      );
      assert.match(slowBody, /^HTTP\/1\.1 408 /);
    }));

  it('ask too often, or for too much at once', () =>
    withAgent({ limits: { requestsPerSecond: 2, maxRequestsPerPeer: 1 } }, async ({ url }) => {
      const hanging = await Promise.race([open(`${url}/hang`), new Promise((resolve) => setTimeout(resolve, 200))]);
      assert.equal(hanging, undefined);
      const busy = await ask(`${url}/`, { body: read('x') });
      assert.equal(JSON.parse(busy.body).id, 'x');
      assert.match(busy.body, /1 requests under way/);
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`${url}/tasks/t`)));
      const limited = answers.find(({ status }) => status === 429);
      assert.equal(limited?.headers['retry-after'], '1');
    }));

  it('switch protocols or open tunnels', () =>
    withAgent({}, async ({ url }, agent) => {
      const upgrade = 'GET /a/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
      assert.match(await sendBytes(url, upgrade), /^HTTP\/1\.1 501 /);
      assert.match(
        await sendBytes(url, 'CONNECT 10.0.0.1:80 HTTP/1.1\r\nHost: 10.0.0.1:80\r\n\r\n'),
        /^HTTP\/1\.1 405 /,
      );
      assert.match(
        await sendBytes(url, 'GET http://10.0.0.1/a/ HTTP/1.1\r\nHost: localhost\r\n\r\n'),
        /^HTTP\/1\.1 404 /,
      );
      assert.equal(calls(agent), 0);
    }));
});

describe('what crosses', { concurrency: 2 }, () => {
  it("the caller's credentials and trace go on; cookies, who else was on the way, and connection headers don't", () =>
    withAgent({}, async ({ url }, agent) => {
      const headers = {
        authorization: 'Bearer x',
        cookie: 'a=b',
        'x-forwarded-for': '10.0.0.1',
        'x-own': 'kept',
        'x-hop': 'dropped',
        connection: 'x-hop',
        traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      };
      await ask(`${url}/`, { body: read(), headers });
      const got = agent.asked.at(-1)?.request.headers ?? {};
      assert.equal(got.authorization, 'Bearer x');
      assert.equal(got['x-own'], 'kept');
      assert.equal(got['traceparent'], headers.traceparent);
      assert.equal(got['accept-encoding'], 'identity');
      assert.equal(got.host, new URL(agent.url).host);
      assert.deepEqual([got.cookie, got['x-forwarded-for'], got['x-hop']], [undefined, undefined, undefined]);
      const named = { 'a2a-extensions': 'urn:other, urn:probity:observed:1' };
      const { headers: echoed } = await ask(`${url}/`, { body: read(), headers: named });
      assert.equal(echoed['a2a-extensions'], 'urn:probity:observed:1');
      await ask(`${url}/`, { body: read() });
      assert.match(String(agent.asked.at(-1)?.request.headers['traceparent']), /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    }));
});

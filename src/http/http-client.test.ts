import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '../../test/support/failure-of.ts';
import { rawPeer, response } from '../../test/support/raw-peer.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';
import { userAgent } from './user-agent.ts';

test('an answer carries status, headers, body, times and the address that gave it', async () => {
  const peer = await rawPeer({
    asked: (socket) => socket.write(response('{"ok":true}', ['Content-Type: application/json', 'X-A: 1', 'x-a: 2'])),
  });
  let now = 100;
  const client = createHttpClient({ allow: anyAddress, clock: () => now++ });
  const answer = await client.request({ url: `${peer.origin}/path?x=1#part` });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'application/json');
  assert.equal(answer.headers['x-a'], '1, 2');
  assert.deepEqual(answer.rawHeaders.slice(2, 6), ['X-A', '1', 'x-a', '2']);
  assert.equal(answer.body.toString(), '{"ok":true}');
  assert.equal(answer.remoteAddress, '127.0.0.1');
  assert.equal(answer.asked, 100);
  assert.equal(answer.received > answer.asked, true);
  assert.match(peer.requests[0]!, /^GET \/path\?x=1 HTTP\/1\.1/);
  assert.match(peer.requests[0]!, /^accept-encoding: identity/im);
  assert.match(peer.requests[0]!, new RegExp(`^user-agent: ${userAgent}$`, 'im'));
  await client.close();
  await peer.close();
});

test('a body is sent as it is, and requests in a row share a connection', async () => {
  const peer = await rawPeer({ asked: (socket) => socket.write(response('ok')) });
  const client = createHttpClient({ allow: anyAddress, userAgent: 'mine/1' });
  for (const body of ['{"ä":1}', new Uint8Array([1, 2, 3]), '']) {
    await client.request({
      method: 'POST',
      url: peer.origin,
      body,
      headers: { 'x-many': ['1', '2'], 'x-none': undefined },
    });
  }
  assert.equal(peer.accepted(), 1);
  assert.deepEqual(
    peer.requests.map((head) => /content-length: (\d+)/.exec(head)?.[1]),
    ['8', '3', '0'],
  );
  assert.match(peer.requests[0]!, /x-many: 1\r\nx-many: 2\r\n/);
  assert.doesNotMatch(peer.requests[0]!, /x-none/);
  assert.match(peer.requests[0]!, /^user-agent: mine\/1$/im);
  await client.close();
  await peer.close();
});

test('every status is an answer, and a redirect is one unless it was to be followed', async () => {
  const peer = await rawPeer({
    asked: (socket, head) => {
      const status = head.split(' ')[1]?.slice(1) ?? '';
      socket.write(`HTTP/1.1 ${status} Whatever\r\nlocation: /200\r\ncontent-length: 0\r\n\r\n`);
    },
  });
  const client = createHttpClient({ allow: anyAddress });
  for (const status of [200, 201, 302, 308, 404, 429, 500, 599]) {
    assert.equal((await client.request({ url: `${peer.origin}/${status}` })).status, status);
  }
  await client.close();
  await peer.close();
});

test('a response without a body ends with its headers, whatever length it announces', async () => {
  const peer = await rawPeer({
    asked: (socket, head) =>
      socket.write(
        head.startsWith('HEAD') ? 'HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n' : 'HTTP/1.1 204 No\r\n\r\n',
      ),
  });
  const client = createHttpClient({ allow: anyAddress, limits: { maxBodyBytes: 10 } });
  assert.equal((await client.request({ method: 'HEAD', url: peer.origin })).body.length, 0);
  assert.equal((await client.request({ method: 'DELETE', url: peer.origin })).body.length, 0);
  await client.close();
  await peer.close();
});

test('no header name is special to the reader', async () => {
  const peer = await rawPeer({
    asked: (socket) => socket.write(response('', ['__proto__: a', 'constructor: b', '__proto__: c'])),
  });
  const client = createHttpClient({ allow: anyAddress });
  const { headers } = await client.request({ url: peer.origin });
  assert.deepEqual(Object.entries(headers)[0], ['__proto__', 'a, c']);
  assert.equal(headers['constructor'], 'b');
  assert.equal(headers['toString'], undefined);
  await client.close();
  await peer.close();
});

test('what cannot be sent is refused before anything is done', async (t) => {
  const client = createHttpClient({
    allow: anyAddress,
    lookup: () => assert.fail('nothing may be resolved'),
  });
  const cases = {
    'no URL': { url: 'peer.example' },
    'another scheme': { url: 'file:///etc/passwd' },
    'credentials in the URL': { url: 'https://user:hunter2@peer.example/' },
    'a URL that does not parse, with a password': { url: 'https://user:hunter2@peer example/' },
    'a header of the connection': { url: 'https://peer.example', headers: { Host: 'other.example' } },
    'a limit that is none': { url: 'https://peer.example', totalTimeoutMs: Number.NaN },
    'a method that is none': { url: 'https://peer.example', method: 'CONNECT' as 'GET' },
  };
  for (const [name, request] of Object.entries(cases)) {
    await t.test(name, async () => {
      const error = await failureOf(client.request(request));
      assert.equal(error.code, 'bad-request');
      assert.equal(error.sent, false);
      assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, /hunter2/);
    });
  }
  await client.close();
});

test('a header that would break out of its line is refused, and its value not repeated', async () => {
  const peer = await rawPeer({});
  const client = createHttpClient({ allow: anyAddress });
  const headers = { authorization: 'Bearer hunter2\r\nx-more: 1' };
  const error = await failureOf(client.request({ url: peer.origin, headers }));
  assert.equal(error.code, 'bad-request');
  assert.equal(error.sent, false);
  assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, /hunter2/);
  assert.equal(peer.requests.length, 0);
  await client.close();
  await peer.close();
});

test('an error names the origin and nothing else of the URL', async () => {
  const peer = await rawPeer({ asked: (socket) => socket.destroy() });
  const client = createHttpClient({ allow: anyAddress });
  const url = `${peer.origin}/hooks/hunter2?key=hunter2`;
  const error = await failureOf(client.request({ url }));
  assert.ok(error.message.startsWith(`${peer.origin} closed the connection`));
  assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, /hunter2/);
  await client.close();
  await peer.close();
});

test('a closed client refuses, and closing ends what is under way', async () => {
  const peer = await rawPeer({});
  const client = createHttpClient({ allow: anyAddress });
  const pending = failureOf(client.request({ url: peer.origin }));
  await new Promise(setImmediate);
  await client.close();
  assert.equal((await pending).code, 'closed');
  assert.equal((await failureOf(client.request({ url: peer.origin }))).code, 'closed');
  await peer.idle();
  await peer.close();
});

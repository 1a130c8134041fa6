import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type LookupFunction, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf } from '../../test/support/failure-of.ts';
import { rawPeer, response } from '../../test/support/raw-peer.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import type { UnaryRequest } from './http-message.ts';

const message = { method: 'POST', body: '{"message":1}' } as const;

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : assert.fail('no port');
}

const noSuchName: LookupFunction = (hostname, _options, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), '');
const neverResolves: LookupFunction = () => undefined;

async function failedBeforeSending(request: UnaryRequest, options: HttpClientOptions = {}): Promise<string> {
  const client = createHttpClient({ allow: anyAddress, ...options });
  const error = await failureOf(client.request({ ...message, ...request }));
  assert.equal(error.sent, false, error.message);
  await client.close();
  return error.code;
}

test('known not to be sent: nobody listens', async () => {
  assert.equal(await failedBeforeSending({ url: `http://127.0.0.1:${await unusedPort()}` }), 'unreachable');
});

test('known not to be sent: the name does not exist', async () => {
  assert.equal(await failedBeforeSending({ url: 'http://peer.example' }, { lookup: noSuchName }), 'name-not-found');
});

test('known not to be sent: the address is refused', async () => {
  assert.equal(await failedBeforeSending({ url: 'http://10.0.0.1' }, { allow: () => false }), 'address-refused');
});

test('known not to be sent: the name is never resolved', async () => {
  const options = { lookup: neverResolves };
  assert.equal(
    await failedBeforeSending({ url: 'http://peer.example', connectTimeoutMs: 20 }, options),
    'connect-timeout',
  );
  assert.equal(await failedBeforeSending({ url: 'http://peer.example', totalTimeoutMs: 20 }, options), 'total-timeout');
});

test('known not to be sent: the peer does not speak TLS, and the socket is freed', async () => {
  const peer = await rawPeer({ connected: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') });
  assert.equal(await failedBeforeSending({ url: `https://127.0.0.1:${peer.port}` }), 'tls');
  const mute = await rawPeer({});
  assert.equal(
    await failedBeforeSending({ url: `https://127.0.0.1:${mute.port}`, connectTimeoutMs: 50 }),
    'connect-timeout',
  );
  await Promise.all([peer.idle(), mute.idle()]);
  await Promise.all([peer.close(), mute.close()]);
});

test('known not to be sent: the peer drops the connection while TLS is set up', async () => {
  const peer = await rawPeer({ connected: (socket) => socket.once('data', () => socket.resetAndDestroy()) });
  assert.equal(await failedBeforeSending({ url: `https://127.0.0.1:${peer.port}` }), 'tls');
  await peer.close();
});

test('known not to be sent: aborted before, or while a connection is on its way', async () => {
  const peer = await rawPeer({});
  const early = AbortSignal.abort(new Error('changed my mind'));
  assert.equal(await failedBeforeSending({ url: peer.origin, signal: early }), 'aborted');
  assert.equal(peer.accepted(), 0);
  const mute = await rawPeer({});
  const late = new AbortController();
  const failed = failedBeforeSending({ url: `https://127.0.0.1:${mute.port}`, signal: late.signal });
  while (mute.accepted() === 0) await new Promise(setImmediate);
  late.abort();
  assert.equal(await failed, 'aborted');
  await mute.idle();
  await Promise.all([peer.close(), mute.close()]);
});

test('known not to be sent: waiting for a connection in vain', async () => {
  const peer = await rawPeer({});
  const client = createHttpClient({ allow: anyAddress, limits: { maxRequestsPerOrigin: 1 } });
  const first = failureOf(client.request({ ...message, url: peer.origin }));
  const second = await failureOf(client.request({ ...message, url: peer.origin, connectTimeoutMs: 20 }));
  assert.equal(second.code, 'busy');
  assert.equal(second.sent, false);
  const third = new AbortController();
  const waiting = failureOf(client.request({ ...message, url: peer.origin, signal: third.signal }));
  third.abort();
  assert.equal((await waiting).code, 'aborted');
  assert.equal((await waiting).sent, false);
  while (peer.requests.length === 0) await sleep(5);
  await client.close();
  assert.equal((await first).sent, true);
  assert.equal(peer.requests.length, 1);
  await peer.close();
});

const drops: Record<string, { connected?: (socket: Socket) => void; asked?: (socket: Socket) => void }> = {
  'closes the connection as soon as it is made': { connected: (socket) => socket.end() },
  'reads the request and resets': { asked: (socket) => socket.resetAndDestroy() },
  'reads the request and closes': { asked: (socket) => socket.end() },
  'resets within the headers': {
    asked: (socket) => socket.write('HTTP/1.1 200 OK\r\nx-', () => socket.resetAndDestroy()),
  },
  'closes within a body of known length': {
    asked: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
  },
  'closes within a chunked body': {
    asked: (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n5\r\nhe'),
  },
};

for (const [what, script] of Object.entries(drops)) {
  for (const method of ['POST', 'GET'] as const) {
    test(`may have been taken in, and is not sent again: ${method} to a peer that ${what}`, async () => {
      const peer = await rawPeer(script);
      const client = createHttpClient({ allow: anyAddress });
      const error = await failureOf(client.request({ method, url: peer.origin }));
      assert.equal(error.code, 'reset');
      assert.equal(error.sent, true);
      await peer.idle();
      assert.equal(peer.accepted(), 1);
      await client.close();
      await peer.close();
    });
  }
}

test('a reset right after connecting is told apart by whether the request had been written', async () => {
  const peer = await rawPeer({ connected: (socket) => socket.resetAndDestroy() });
  const client = createHttpClient({ allow: anyAddress });
  const error = await failureOf(client.request({ ...message, url: peer.origin }));
  assert.equal(error.code, error.sent ? 'reset' : 'unreachable');
  assert.equal(peer.accepted(), 1);
  await client.close();
  await peer.close();
});

test('aborting an exchange under way counts as sent', async () => {
  const controller = new AbortController();
  const peer = await rawPeer({ asked: () => controller.abort(new Error('enough')) });
  const client = createHttpClient({ allow: anyAddress });
  const error = await failureOf(client.request({ ...message, url: peer.origin, signal: controller.signal }));
  assert.equal(error.code, 'aborted');
  assert.equal(error.sent, true);
  assert.equal(error.cause, controller.signal.reason);
  await peer.idle();
  await client.close();
  await peer.close();
});

test('a kept connection that the peer closed meanwhile is not used for the next request', async () => {
  const peer = await rawPeer({
    asked: (socket, _head, nth) => socket.write(response(`${nth}`), () => nth === 1 && socket.end()),
  });
  const client = createHttpClient({ allow: anyAddress });
  await client.request({ ...message, url: peer.origin });
  await peer.idle();
  const second = await client.request({ ...message, url: peer.origin });
  assert.equal(second.body.toString(), '2');
  assert.equal(peer.accepted(), 2);
  await client.close();
  await peer.close();
});

for (const method of ['POST', 'GET'] as const) {
  test(`a kept connection that breaks under the next ${method} may have carried it, and it is written once`, async () => {
    const peer = await rawPeer({
      asked: (socket, _head, nth) => (nth === 1 ? socket.write(response('first')) : socket.resetAndDestroy()),
    });
    const client = createHttpClient({ allow: anyAddress });
    await client.request({ url: peer.origin });
    const error = await failureOf(client.request({ method, url: peer.origin }));
    assert.equal(error.code, 'reset');
    assert.equal(error.sent, true);
    await peer.idle();
    assert.equal(peer.requests.length, 2);
    assert.equal(peer.accepted(), 1);
    await client.close();
    await peer.close();
  });
}

test('what may go out once goes by a kept connection only if the peer was seen to keep it', async () => {
  const peer = await rawPeer({ asked: (socket, _head, nth) => socket.write(response(`${nth}`)) });
  const client = createHttpClient({ allow: anyAddress });
  const ask = (once: boolean) => client.request({ ...message, url: peer.origin, once });
  await ask(false);
  await ask(true);
  assert.equal(peer.accepted(), 2, 'one that has carried a single exchange may be closing');
  await ask(false);
  await ask(true);
  assert.equal(peer.accepted(), 2, 'one that has carried two, the last just now, is not');
  await sleep(600);
  await ask(true);
  assert.equal(peer.accepted(), 3, 'one that was not used for long may be closing again');
  await client.close();
  await peer.close();
});

test('what may go out once is never lost to a peer that closes after each answer without saying so', async () => {
  const peer = await rawPeer({ asked: (socket, _head, nth) => socket.end(response(`${nth}`)) });
  const client = createHttpClient({ allow: anyAddress });
  for (let nth = 1; nth <= 50; nth++) {
    const { body } = await client.request({ ...message, url: peer.origin, once: true });
    assert.equal(body.toString(), `${nth}`);
  }
  await client.close();
  await peer.close();
});

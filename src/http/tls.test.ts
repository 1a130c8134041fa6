import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { test } from 'node:test';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { failureOf } from '../../test/support/failure-of.ts';
import { response } from '../../test/support/raw-peer.ts';
import { tlsIdentity } from '../../test/support/tls-identity.ts';
import { anyAddress } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';

const toLoopback: LookupFunction = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** A TLS peer that answers every request with the name in the caller's certificate. */
async function tlsPeer(options: TlsOptions = {}) {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ ...tlsIdentity, ...options }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const subject = socket.getPeerCertificate().subject as { CN?: string } | undefined;
    socket.on('data', () => socket.end(response(String(subject?.CN), ['connection: close'])));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { origin: `https://agent.example:${port}`, otherOrigin: `https://other.example:${port}`, close };
}

test('a certificate that nobody vouches for, or for another name, is a TLS failure before anything is sent', async () => {
  const peer = await tlsPeer();
  const trusting = { allow: anyAddress, lookup: toLoopback, tls: () => ({ ca: tlsIdentity.cert }) };
  const [doubting, client] = [createHttpClient({ allow: anyAddress, lookup: toLoopback }), createHttpClient(trusting)];
  for (const failing of [doubting.request({ url: peer.origin }), client.request({ url: peer.otherOrigin })]) {
    const error = await failureOf(failing);
    assert.equal(error.code, 'tls');
    assert.equal(error.sent, false);
  }
  assert.equal((await client.request({ url: peer.origin })).status, 200);
  await Promise.all([doubting.close(), client.close()]);
  await peer.close();
});

test('a client certificate is shown to the origin that it is for, and to no other', async () => {
  const peer = await tlsPeer({ requestCert: true, rejectUnauthorized: false });
  const client = createHttpClient({
    allow: anyAddress,
    lookup: toLoopback,
    tls: (origin) =>
      origin === peer.origin ? { ca: tlsIdentity.cert, ...tlsIdentity } : { rejectUnauthorized: false },
  });
  assert.equal((await client.request({ url: peer.origin })).body.toString(), 'agent.example');
  assert.equal((await client.request({ url: peer.otherOrigin })).body.toString(), 'undefined');
  await client.close();
  await peer.close();
});

test('a server that speaks plain http, where https was asked for, is told as that', async () => {
  const server = createPlain((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createHttpClient({ allow: anyAddress });
  const { port } = server.address() as AddressInfo;
  const error = await failureOf(client.request({ url: `https://127.0.0.1:${port}/` }));
  assert.equal(error.code, 'tls');
  assert.match(error.message, /seems to speak plain http, where https was asked for/);
  await client.close();
  server.close();
});
